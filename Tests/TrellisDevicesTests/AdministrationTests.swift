import TestSupport
import Testing
import TrellisDatabase
import TrellisDevices
import TrellisEngine
import TrellisTree

/// What is done about devices by whoever runs the database.
@Suite(.hangGuard) struct AdministrationTests {
  private static let day: Int64 = 24 * 3_600_000
  private static let now: Int64 = 1_700_000_000_000

  private func device(_ id: String, token: String? = nil, seen: Int64? = nil, confirmed: Int64? = nil) -> Tree {
    func time(_ value: Int64?) -> Tree { value.map { .int($0) } ?? .null }
    return [
      "deviceId": .string(id), "name": "x", "os": "x", "type": "iOS", "fcmToken": token.map { .string($0) } ?? .null,
      "lastSeenAt": time(seen), "tokenUpdatedAt": time(confirmed),
    ]
  }

  private func make(_ users: [TreeKey: [Tree]]) throws -> (Database, DeviceAdministration) {
    let tree = Tree.branch(
      users.map { user, devices in
        (
          user,
          ["userId": .string(user.text), "devices": Tree.branch(devices.map { (TreeKey(stringLiteral: $0["deviceId"].string ?? ""), $0) })]
        )
      })
    let database = try Database.inMemory(["user-devices": tree])
    return (database, try DeviceAdministration(database))
  }

  private func ids(_ devices: [DeviceReference]) -> [String] { devices.map(\.description).sorted() }

  @Test("adoption: nothing is reachable before; the one that confirmed last has the token")
  func adopting() async throws {
    let (database, administration) = try make([
      "ann": [device("phone-0001", token: "t1", seen: 5), device("phone-0002", token: "t2", seen: 9, confirmed: 3)],
      "bob": [device("phone-0003", token: "t2", seen: 1, confirmed: 8), device("phone-0004", token: "t3"), device("phone-0005")],
    ])
    #expect(try await administration.recipients(of: "ann").isEmpty)
    let plan = try await administration.adopt(dryRun: true)
    let before = try await database.get("/").tree
    #expect(before["push-tokens"].isNull)
    let adoption = try await administration.adopt()
    #expect(ids(adoption.adopted) == ids(plan.adopted) && ids(adoption.cleared) == ids(plan.cleared))
    #expect(ids(adoption.adopted) == ["ann/phone-0001", "bob/phone-0003", "bob/phone-0004"] && ids(adoption.cleared) == ["ann/phone-0002"])
    #expect(try await administration.recipients(of: "bob").map(\.token.value).sorted() == ["t2", "t3"])
    #expect(try await database.get("user-devices/ann/devices/phone-0002/fcmToken").exists == false)
    let again = try await administration.adopt()
    #expect(again.adopted.isEmpty && again.cleared.isEmpty)
  }

  @Test("pruning: the old go, with their entries; those without a time when they were noticed long ago")
  func pruning() async throws {
    let (database, administration) = try make([
      "ann": [
        device("phone-0001", token: "t1", seen: Self.now - 270 * Self.day),
        device("phone-0002", token: "t2", seen: Self.now - 269 * Self.day), device("seed-00001"),
      ]
    ])
    _ = try await administration.adopt()
    #expect(ids(try await administration.prune(at: Self.now, dryRun: true)) == ["ann/phone-0001"])
    #expect(ids(try await administration.prune(at: Self.now)) == ["ann/phone-0001"])
    #expect(try await database.get("push-tokens").count == 1)
    #expect(try await administration.prune(at: Self.now + 200 * Self.day).count == 1)
    #expect(ids(try await administration.prune(at: Self.now + 270 * Self.day)) == ["ann/seed-00001"])
    #expect(try await administration.prune(at: Self.now + 271 * Self.day).isEmpty)
    #expect(try await database.get("/").tree["device-maintenance"].isNull)
  }

  @Test("of too many devices the oldest go")
  func overflowing() async throws {
    let (_, administration) = try make(["ann": (1...5).map { device("phone-000\($0)", seen: Self.now - Int64($0)) }])
    var policy = DeviceAdministration.PruningPolicy()
    policy.mostDevices = 3
    #expect(ids(try await administration.prune(policy, at: Self.now)) == ["ann/phone-0004", "ann/phone-0005"])
  }

  @Test("a dead token goes, unless it was confirmed after the report")
  func deadTokens() async throws {
    let (database, administration) = try make(["ann": [device("phone-0001", token: "t1", confirmed: 100)]])
    _ = try await administration.adopt()
    #expect(try await administration.removeToken(PushToken("t1"), reportedAt: 99).isEmpty)
    #expect(try await administration.removeToken(PushToken("t1", provider: "apns"), reportedAt: 200).isEmpty)
    #expect(ids(try await administration.removeToken(PushToken("t1"), reportedAt: 100)) == ["ann/phone-0001"])
    #expect(try await database.get("push-tokens").exists == false)
    #expect(try await database.get("user-devices/ann/devices/phone-0001").count == 4)
  }

  @Test("sweeping: entries that no record belongs to go once they are an hour old")
  func sweeping() async throws {
    let (database, administration) = try make(["ann": [device("phone-0001", token: "t1")]])
    _ = try await administration.adopt()
    func entry(_ user: String, _ device: String, _ time: Int64) -> Tree {
      ["userId": .string(user), "deviceId": .string(device), "provider": "fcm", "updatedAt": .int(time)]
    }
    let keys = try (1...4).map { try PushToken("other-\($0)").key }
    try await database.update(
      "push-tokens",
      [
        TreePath([keys[0]]): entry("ann", "phone-0001", 1), TreePath([keys[1]]): entry("bob", "phone-0009", 1),
        TreePath([keys[2]]): entry("bob", "phone-0009", Self.now - 1000), TreePath([keys[3]]): entry("", "phone-0009", 1),
      ])
    #expect(try await administration.sweep(at: Self.now) == 2)
    let left = try await database.get("push-tokens").tree.children.keys
    #expect(Set(left) == [try PushToken("t1").key, keys[2], keys[3]])
    #expect(try await administration.recipients(of: "ann").count == 1)
  }

  @Test("whoever loses a token loses their record, at once while it is followed, and afterwards for what came before")
  func following() async throws {
    let (database, administration) = try make(["ann": [device("phone-0001", token: "t1")], "bob": [device("phone-0002", token: "t2")]])
    _ = try await administration.adopt()
    func claim(_ token: String, _ user: String, _ id: String) async throws {
      let place = TreePath(["user-devices", TreeKey(stringLiteral: user), "devices", TreeKey(stringLiteral: id)])
      let key = try PushToken(token).key
      try await database.update(
        "/",
        [
          place: device(id, token: token),
          TreePath(["push-tokens", key]): ["userId": .string(user), "deviceId": .string(id), "provider": "fcm", "updatedAt": .timestamp],
        ])
    }
    try await claim("t1", "bob", "phone-0003")
    let following = Task { try await administration.follow() }
    while try await database.get("user-devices/ann/devices").exists { await Task.yield() }
    try await claim("t2", "ann", "phone-0004")
    while try await database.get("user-devices/bob/devices/phone-0002").exists { await Task.yield() }
    #expect(try await administration.recipients(of: "bob").map(\.token.value) == ["t1"])
    following.cancel()
    _ = await following.result
    #expect(try await administration.reconcile().isEmpty)
  }
}
