public import TrellisDatabase
import TrellisPages
public import TrellisTree

/// What is done about devices by whoever runs the database: looking, pruning, adopting, reconciling. It is asked as an administrator.
///
/// ```swift
/// let administration = try DeviceAdministration(database)
/// let keeping = Task { try await administration.follow() }       // while the server runs
/// try await administration.sweep()                               // once a day
/// try await administration.prune()
/// ```
/// Everything decides again when somebody writes meanwhile, and may be run any number of times, also by several processes.
///
/// ## Topics
/// - Looking: `userIDs()`, `devices(of:)`, `recipients(of:)`
/// - One token, one user: `reconcile()`, `follow()`, `adopt(dryRun:)`, `sweep(olderThan:at:)`
/// - Stale devices: `prune(_:at:dryRun:)`, `removeToken(_:reportedAt:)`
public struct DeviceAdministration: Sendable {
  let database: Database
  let paths: DevicePaths

  /// - Parameter configuration: where the records are; the rest of it plays no part.
  /// - Throws: `invalidCollectionPath`; `hashingUnavailable` in a build without SHA-256.
  public init(_ database: Database, configuration: DeviceStoreConfiguration = DeviceStoreConfiguration()) throws {
    guard Hash.isAvailable else { throw DeviceStoreError.hashingUnavailable }
    self.database = database.as(.administrator)
    paths = try DevicePaths(configuration)
  }

  /// Runs `body` on the tree as it is now, and its write if nobody has written to a place meanwhile; else again.
  func deciding<Value>(
    at path: TreePath, _ body: (TreeSnapshot) throws -> (write: TreeWrite?, value: Value)
  ) async throws -> Value {
    try await database.retrying(at: path) { _ in
      let copy = try await database.snapshot()
      let number = try await copy.commitNumber()
      let (write, value) = try body(try await copy.get("/"))
      guard var write else { return value }
      write.condition = .unchanged(since: number, at: path)
      try await database.write(write)
      return value
    }
  }
}

// MARK: Looking

extension DeviceAdministration {
  /// One record, and whether it may be sent to.
  public struct Record: Sendable {
    public let reference: DeviceReference
    /// What stands there.
    public let fields: Tree
    /// Whether the token is this device's (device store §6.1): only then may it be sent to.
    public let isReachable: Bool
    /// The token's key in the index; nil without a token.
    public var tokenKey: TreeKey? { DeviceAdministration.tokenKey(of: fields) }
  }

  /// Everybody who has devices.
  public func userIDs() async throws -> [TreeKey] { try await database.get(paths.collection).children.map(\.key) }

  /// The devices of a user, those seen last first.
  public func devices(of userID: TreeKey) async throws -> [Record] {
    let root = try await database.get("/")
    return records(of: userID, in: root).sorted { a, b in
      let (a, b) = (a.fields["lastSeenAt"].double ?? -.infinity, b.fields["lastSeenAt"].double ?? -.infinity)
      return a > b
    }
  }

  /// The tokens that may be sent to to reach a user.
  public func recipients(of userID: TreeKey) async throws -> [(device: DeviceReference, token: PushToken)] {
    try await devices(of: userID).filter(\.isReachable).compactMap { record in
      Self.token(of: record.fields).map { (record.reference, $0) }
    }
  }

  func records(of userID: TreeKey, in root: TreeSnapshot) -> [Record] {
    root[path: paths.devices(userID)].children.map { key, node in
      let fields = node.tree
      return Record(
        reference: DeviceReference(userID: userID.text, deviceID: key.text), fields: fields,
        isReachable: owner(of: fields, in: root).map { $0 == Owner(userID, key) } ?? false)
    }
  }

  /// A token that names nobody is one of FCM's.
  static func token(of fields: Tree) -> PushToken? {
    fields["fcmToken"].string.map { PushToken($0, provider: fields["pushProvider"].string ?? PushToken.fcm) }
  }

  static func tokenKey(of fields: Tree) -> TreeKey? { token(of: fields).flatMap { try? $0.key } }

  struct Owner: Hashable {
    let user: TreeKey
    let device: TreeKey

    init(_ user: TreeKey, _ device: TreeKey) {
      self.user = user
      self.device = device
    }

    init?(_ entry: TreeSnapshot) {
      guard let user = entry["userId"].string.flatMap({ try? TreeKey($0) }),
        let device = entry["deviceId"].string.flatMap({ try? TreeKey($0) })
      else { return nil }
      self.init(user, device)
    }
  }

  /// Whose a record's token is, says the index.
  func owner(of fields: Tree, in root: TreeSnapshot) -> Owner? {
    Self.tokenKey(of: fields).flatMap { Owner(root[path: paths.entry($0)]) }
  }

  /// Every record there is, by user and device.
  func allRecords(in root: TreeSnapshot) -> [(owner: Owner, fields: Tree)] {
    root[path: paths.collection].children.flatMap { user, node in
      node["devices"].children.map { (Owner(user, $0.key), $0.node.tree) }
    }
  }

  func place(_ owner: Owner) -> TreePath { paths.device(owner.user, owner.device) }

  func reference(_ owner: Owner) -> DeviceReference { DeviceReference(userID: owner.user.text, deviceID: owner.device.text) }
}
