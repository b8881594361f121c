import TestSupport
import Testing
import TrellisDatabase
import TrellisDevices
import TrellisEngine
import TrellisModel
import TrellisTree

/// Devices as models, of all shapes that they were ever stored in.
@Suite struct DeviceModelTests {
  class AppDevice: Device {
    @Field("color") var color: String?
  }

  class Members: UserDevices {
    override class var collection: TreePath { "members" }
    @Children("devices") var appDevices: [AppDevice]
  }

  private static let seeds: Tree = [
    ["deviceId": "phone-0001", "fcmToken": "t1", "name": "Phone", "os": "iOS 12.2", "type": "iOS"],
    nil,
    ["deviceId": "web-000001", "name": "Browser", "os": "Linux", "type": "Toaster", "userAgent": "x", "lastSeenAt": 7, "loggedIn": false],
  ]

  @Test("the list of the first version is read like the map of later ones", arguments: [true, false])
  func shapes(isList: Bool) async throws {
    let map = Tree.branch(Self.seeds.children.map { (TreeKey(stringLiteral: $0.value["deviceId"].string ?? ""), $0.value) })
    let database = try Database.inMemory(["user-devices": ["ann": ["userId": "ann", "devices": isList ? Self.seeds : map]]])
    let ann = try await UserDevices.from(key: "ann", in: database)
    #expect(ann.userId == "ann" && ann.devices.map(\.deviceId) == ["web-000001", "phone-0001"], "seen last first")
    let phone = try #require(ann.device(id: "phone-0001"))
    #expect(phone.pushProvider == "fcm" && phone.loggedIn && phone.createdAt == nil && phone.showsAlerts && phone.type == .iOS)
    let web = try #require(ann.device(id: "web-000001"))
    #expect(web.pushProvider == nil && web.type == DeviceType(rawValue: "Toaster") && web.lastSeenAt?.milliseconds == 7 && !web.loggedIn)
    #expect(ann.device(id: "nobody") == nil)
  }

  @Test("a user without devices is a model without any; another place is another")
  func places() async throws {
    let database = try Database.inMemory(["a": ["people": ["ann": ["devices": ["phone-0001": ["name": "x"]]]]]])
    #expect(try await UserDevices.from(key: "ann", in: database).devices.isEmpty)
    #expect(try await UserDevices.from(key: "ann", in: database, at: "a/people").device(id: "phone-0001")?.name == "x")
  }

  @Test("classes of an app's own have fields of its own, which the store leaves alone")
  func subclasses() async throws {
    var configuration = DeviceStoreConfiguration()
    configuration.collectionPath = "members"
    let database = Database.inMemory()
    let auth = SessionAuthProvider()
    let store = try DeviceStore(
      app: DeviceApp(
        database: database, auth: auth, messaging: InboxMessagingProvider(), deviceInfo: LinuxDeviceInfoProvider(application: "test"),
        cache: InMemoryDeviceCache(), configuration: configuration), collectionPath: "members")
    var events = store.events.makeAsyncIterator()
    try await store.subscribe()
    auth.signIn(AuthUser(uid: "ann"))
    #expect(await events.next() == .registered(DeviceReference(userID: "ann", deviceID: store.deviceID)))
    let device = try #require(try await Members.from(key: "ann", in: database).appDevices.first)
    #expect(device.pushProvider == "inbox" && device.fcmToken?.utf8.count == 43)
    device.color = "red"
    try await device.save()
    try await store.settings.set("sound", "chime")
    #expect(try await Members.from(key: "ann", in: database).appDevices.first?.color == "red")
    let listed = try await store.devices(of: "ann")
    #expect(listed.first?.settings["sound"].string == "chime" && listed.first?.type == .linux)
    try await listed.first?.delete()
    #expect(try await database.get("members/ann/devices").exists == false)
  }
}

/// Lists of devices that become maps.
@Suite(.hangGuard) struct MigrationTests {
  @Test("of entries with one id the one seen last stays, of those that are none nothing")
  func migrating() async throws {
    func device(_ id: String?, _ name: String, seen: Int64? = nil) -> Tree {
      [
        "deviceId": id.map { .string($0) } ?? .null, "name": .string(name), "os": "x", "type": "iOS",
        "lastSeenAt": seen.map { .int($0) } ?? .null,
      ]
    }
    let stage = try await Stage()
    let list: Tree = .list([
      device("phone-0001", "a", seen: 5), device("phone-0001", "b", seen: 3), nil, "no device", device(nil, "c"), device("12345678", "d"),
      device("phone-0002", "e"), device("phone-0002", "f"), device("phone-0003", "g", seen: 1), device("phone-0003", "h", seen: 1),
    ])
    try await stage.world.database.as(.administrator).set("user-devices/ann", ["userId": "ann", "devices": list])
    try await stage.start(stage.d1)
    #expect(stage.events().first == .migrated(userID: "ann", count: 3))
    let devices = try await stage.world.root["user-devices"]["ann"]["devices"]
    #expect(devices.children.count == 4)
    for (id, name) in [("phone-0001", "a"), ("phone-0002", "f"), ("phone-0003", "h")] as [(TreeKey, String)] {
      #expect(devices[id]["name"].string == name)
    }
    stage.d1.signIn("ann")
    await stage.world.settle()
    #expect(stage.events().contains { if case .migrated = $0 { true } else { false } } == false)
  }
}
