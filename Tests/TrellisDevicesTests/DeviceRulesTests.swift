import TestSupport
import Testing
import TrellisDatabase
import TrellisDevices
import TrellisEngine
import TrellisRules
import TrellisTree

/// What the rules of the collection let whom write.
@Suite(.hangGuard) struct DeviceRulesTests {
  private func database(_ configuration: DeviceStoreConfiguration = DeviceStoreConfiguration(), allowsOtherFields: Bool = false)
    async throws -> Database
  {
    let rules = try SecurityRules(try DeviceRules.text(configuration, allowsOtherFields: allowsOtherFields))
    #expect(rules.warnings.isEmpty, "\(rules.warnings)")
    let database = Database.inMemory(policy: RulesPolicy(rules))
    try await database.as(.administrator).set("/", RuleCases.start)
    return database
  }

  @Test("who may write what", arguments: RuleCases.all)
  func writing(_ test: RuleCases.Case) async throws {
    let database = try await database().as(test.user.map { Auth(uid: $0) })
    if test.isAllowed {
      try await database.update("/", test.changes)
    } else {
      await expectError(.permissionDenied) { try await database.update("/", test.changes) }
    }
  }

  @Test("there are cases")
  func areThere() { #expect(RuleCases.all.count > 50) }

  @Test("one reads one's own devices, and nobody reads the index")
  func reading() async throws {
    let database = try await database().as(Auth(uid: "ann"))
    #expect(try await database.get("user-devices/ann").exists)
    for path: TreePath in [
      "user-devices/bob", "user-devices", "push-tokens", TreePath(["push-tokens", TreeKey(stringLiteral: RuleCases.key)]),
      "device-installations",
    ] {
      await expectError(.permissionDenied) { try await database.get(path) }
    }
  }

  @Test("for other places the names are others, also below one another")
  func otherPlaces() async throws {
    var configuration = DeviceStoreConfiguration()
    (configuration.collectionPath, configuration.indexPath, configuration.installationsPath) = (
      "apps/murals/people", "apps/tokens", "apps/murals/installations"
    )
    let database = try await database(configuration, allowsOtherFields: true)
    let ann = database.as(Auth(uid: "ann"))
    let id: TreeKey = "phone-0001"
    let (place, entry) = (
      TreePath(["apps", "murals", "people", "ann", "devices", id]), TreePath(["apps", "tokens", TreeKey(stringLiteral: RuleCases.key)])
    )
    let claim: Tree = ["userId": "ann", "deviceId": .string(id.text), "provider": "fcm", "updatedAt": .timestamp]
    await expectError(.permissionDenied) { try await ann.set(entry, claim) }
    try await ann.update(
      "/", [place: ["deviceId": "phone-0001", "name": "x", "os": "x", "type": "x", "fcmToken": "t", "color": "red"], entry: claim])
    await expectError(.permissionDenied) { try await ann.set("apps/murals/x", 1) }
    await expectError(.permissionDenied) { try await database.as(Auth(uid: "bob")).remove(place) }
    configuration.collectionPath = "it's"
    #expect(throws: DeviceStoreError.self) { try DeviceRules.text(configuration) }
  }
}
