import Synchronization
import Trellis
import TrellisDevices

/// The database that everybody's devices keep their records in, and what its server does.
final class House: Sendable {
  let database = Database.inMemory()
  private let administration: DeviceAdministration
  /// Tokens by their keys, which is all that the index shows.
  private let tokens = Mutex<[TreeKey: String]>([:])

  init() throws { administration = try DeviceAdministration(database) }

  func token(_ text: String) throws -> PushToken {
    let token = PushToken(text)
    let key = try token.key
    tokens.withLock { $0[key] = text }
    return token
  }

  /// Prints what stands in the tree, but for times, once tokens have these owners, Bob these devices, and Ann's phone so many settings.
  func show(_ title: String, _ owners: [String: String], bob: [String] = [], settings: Int = 0) async throws {
    var tree = Tree.null
    while true {
      try await administration.reconcile()
      tree = try await database.get("/").tree
      let phone = tree["user-devices"]["ann"]["devices"]["phone-01"]
      if self.owners(tree) == owners, tree["user-devices"]["bob"]["devices"].children.map({ Self.short($0.key.text) }) == bob,
        phone["settings"].children.count >= settings
      {
        break
      }
      await Task.yield()
    }
    print(title)
    for (user, node) in tree["user-devices"].children { show(user, node) }
    for (token, owner) in owners.sorted(by: { $0.key < $1.key }) { print("    \(token) reaches \(owner)") }
  }

  private func show(_ user: TreeKey, _ node: Tree) {
    print("  \(user)")
    for (device, record) in node["devices"].children {
      let settings = record["settings"].isNull ? "" : ", settings \(record["settings"].json())"
      print("    \(Self.short(device.text)): \(record["name"].string ?? "-"), \(record["fcmToken"].string ?? "no token")\(settings)")
    }
    for (device, _) in node["revoked"].children { print("    \(Self.short(device.text)): signed out from elsewhere") }
  }

  private func owners(_ tree: Tree) -> [String: String] {
    var owners: [String: String] = [:]
    for (key, entry) in tree["push-tokens"].children {
      guard let token = tokens.withLock({ $0[key] }), let user = entry["userId"].string, let device = entry["deviceId"].string else {
        continue
      }
      owners[token] = "\(user)/\(Self.short(device))"
    }
    return owners
  }

  private static func short(_ id: String) -> String { String(id.prefix { $0 != "-" }) }
}
