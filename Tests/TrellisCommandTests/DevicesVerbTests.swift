import TestSupport
import Testing

/// Devices from a terminal: looked at, pruned, adopted.
@Suite(.hangGuard, .waiting) struct DevicesVerbTests {
  private let session: Session

  init() throws {
    session = try Session()
    try session.write(
      """
      {"user-devices": {
        "ann": {"userId": "ann", "devices": {
          "phone-0001": {"deviceId": "phone-0001", "name": "Phone", "os": "iOS 12.2", "type": "iOS", "fcmToken": "secret-1", "lastSeenAt": 1600000000000},
          "tablet-001": {"deviceId": "tablet-001", "name": "Tablet", "os": "iOS 17.4", "type": "iPadOS", "fcmToken": "secret-2", "lastSeenAt": 4000000000000}}},
        "bob": {"userId": "bob", "devices": {
          "phone-0002": {"deviceId": "phone-0002", "name": "Old", "os": "iOS 11", "type": "iOS", "fcmToken": "secret-2", "lastSeenAt": 3900000000000},
          "seed-00001": {"deviceId": "seed-00001", "name": "Seed", "os": "iOS 10", "type": "iOS"}}}}}
      """, to: "devices.json")
    try #require(try session.run("init", "devices.db", "--from", "devices.json").code == 0)
  }

  @Test("devices are listed, and shown without their tokens")
  func looking() throws {
    let list = try session.run("devices", "list", "devices.db")
    #expect(list.code == 0 && list.lines.count == 4, "\(list.output)\(list.errors)")
    #expect(list.lines.first == "ann  tablet-001  Tablet, iOS 17.4  2096-10-02T07:06:40Z  token is not its own", "\(list.output)")
    #expect(list.lines.last == "bob  seed-00001  Seed, iOS 10  never seen  no token")
    #expect(try session.run("devices", "list", "devices.db", "ann", "--json").lines.count == 2)
    let shown = try session.run("devices", "show", "devices.db", "ann")
    #expect(shown.code == 0 && shown.output.contains("sha256:") && !shown.output.contains("secret"), "\(shown.output)")
    expectFailure(try session.run("devices", "show", "devices.db", "cleo"), 4, saying: "cleo has no devices")
    expectFailure(try session.run("devices", "show", "devices.db"), 2, saying: "USER")
    expectFailure(try session.run("devices", "list", "devices.db", "--collection", "a.b"), 3, saying: "a.b")
    expectFailure(try session.run("devices", "prune", "devices.db", "ann"), 2, saying: "one argument too many")
    expectFailure(try session.run("devices", "list", "none.db"), 4, saying: "none.db")
  }

  @Test("tokens get owners, those confirmed last first")
  func adopting() throws {
    let words = [
      "ann/tablet-001 would be reachable", "ann/phone-0001 would be reachable", "bob/phone-0002 would lose a token that another device has",
    ]
    #expect(try session.run("devices", "adopt", "devices.db", "--dry-run").lines.sorted() == words.sorted())
    #expect(try session.run("devices", "adopt", "devices.db").lines.count == 3)
    #expect(try session.run("devices", "adopt", "devices.db").output == "")
    #expect(try session.run("devices", "list", "devices.db").lines.filter { $0.hasSuffix("reachable") }.count == 2)
    expect(try session.run("get", "devices.db", "user-devices/bob/devices/phone-0002/fcmToken"), "null\n")
  }

  @Test("devices that were not seen for long go, those without a time are given some")
  func pruning() throws {
    expect(try session.run("devices", "prune", "devices.db", "--dry-run"), "ann/phone-0001 would be deleted\n")
    expect(try session.run("devices", "prune", "devices.db"), "ann/phone-0001 deleted\n")
    #expect(try session.run("get", "devices.db", "device-maintenance/bob/seed-00001").code == 0)
    expect(
      try session.run("devices", "prune", "devices.db", "--most", "1", "--json"),
      #"{"userId":"bob","deviceId":"seed-00001","what":"deleted"}"# + "\n")
    #expect(try session.run("devices", "list", "devices.db").lines.count == 2)
  }
}
