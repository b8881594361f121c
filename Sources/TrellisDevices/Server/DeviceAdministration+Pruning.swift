import TrellisDatabase
import TrellisPages
import TrellisTree

extension DeviceAdministration {
  /// Which devices are too old, or too many, to keep (device store §10).
  public struct PruningPolicy: Sendable {
    /// Services have let go of tokens that have not been seen for so long.
    public var age: Duration = .seconds(270 * 24 * 3600)
    /// How many devices a user may have.
    public var mostDevices = 50
    /// Where it notes when it first saw a record that has no time; nil keeps those records for ever.
    public var notesPath: String? = "device-maintenance"

    public init() {}
  }

  /// A device that has not been seen for so long is *stale*: it is left out when something is sent to everybody.
  public static let staleAfter: Duration = .seconds(30 * 24 * 3600)

  /// Deletes the records of devices that have not been seen for long, and the oldest of those who have too many. A device that comes
  /// back meanwhile stays.
  ///
  /// - Parameters:
  ///   - milliseconds: the time, since 1970; by default by this machine's clock.
  ///   - dryRun: whether it only says what it would do.
  /// - Returns: what has been deleted.
  @discardableResult
  public func prune(
    _ policy: PruningPolicy = PruningPolicy(), at milliseconds: Int64? = nil, dryRun: Bool = false
  ) async throws -> [DeviceReference] {
    let notes: TreePath?
    do { notes = try policy.notesPath.map { try TreePath($0) } } catch {
      throw DeviceStoreError.invalidCollectionPath(policy.notesPath ?? "")
    }
    let now = milliseconds ?? Clock.milliseconds()
    let root = try await database.get("/")
    var pruned: [DeviceReference] = []
    for (user, _) in root[path: paths.collection].children {
      let ages = allRecords(of: user, in: root).map { (owner: $0.owner, seenAt: seenAt($0.owner, $0.fields, notes, root)) }
      let old = ages.filter { $0.seenAt.map { now - $0 >= policy.age.milliseconds } ?? false }
      let others = ages.filter { record in !old.contains { $0.owner == record.owner } }.sorted { ($0.seenAt ?? .max) < ($1.seenAt ?? .max) }
      for record in old + others.dropLast(policy.mostDevices) {
        let isPruned = dryRun ? true : try await prune(record.owner, seenAt: record.seenAt, notes)
        if isPruned { pruned.append(reference(record.owner)) }
      }
    }
    if !dryRun, let notes { try await note(now, notes) }
    return pruned
  }

  private func allRecords(of user: TreeKey, in root: TreeSnapshot) -> [(owner: Owner, fields: Tree)] {
    root[path: paths.devices(user)].children.map { (Owner(user, $0.key), $0.node.tree) }
  }

  /// When a device was last seen; of a record without a time, when it was first noticed.
  private func seenAt(_ owner: Owner, _ fields: Tree, _ notes: TreePath?, _ root: TreeSnapshot) -> Int64? {
    fields["lastSeenAt"].int ?? notes.flatMap { root[path: $0.appending(owner.user).appending(owner.device)].int }
  }

  private func prune(_ owner: Owner, seenAt: Int64?, _ notes: TreePath?) async throws -> Bool {
    let claim = try await deciding(at: place(owner)) { root -> (write: TreeWrite?, value: (key: TreeKey?, Bool)) in
      let fields = root[path: place(owner)].tree
      guard fields.exists, self.seenAt(owner, fields, notes, root) == seenAt else { return (nil, (nil, false)) }
      return (try .remove(place(owner)), (Self.tokenKey(of: fields), true))
    }
    if let key = claim.key { try await release(key, of: owner) }
    return claim.1
  }

  /// Deletes an entry of the index, if it names this device still.
  private func release(_ key: TreeKey, of owner: Owner) async throws {
    try await deciding(at: paths.entry(key)) { root in
      Owner(root[path: paths.entry(key)]) == owner ? (try .remove(paths.entry(key)), ()) : (nil, ())
    }
  }

  /// Notes the time for records that have none, and forgets those that are gone or have one by now.
  private func note(_ now: Int64, _ notes: TreePath) async throws {
    let root = try await database.get("/")
    var changes: [TreePath: Tree] = [:]
    var timeless: Set<Owner> = []
    for (owner, fields) in allRecords(in: root) where fields["lastSeenAt"].int == nil {
      timeless.insert(owner)
      let place = notes.appending(owner.user).appending(owner.device)
      if !root[path: place].exists { changes[place] = .int(now) }
    }
    for (user, devices) in root[path: notes].children {
      for (device, _) in devices.children where !timeless.contains(Owner(user, device)) {
        changes[notes.appending(user).appending(device)] = .null
      }
    }
    if !changes.isEmpty { try await database.update("/", changes) }
  }

  // MARK: Dead tokens

  /// Takes a token out that a push service has called dead. The record stays, since the installation may get another.
  ///
  /// - Parameter milliseconds: since when it is dead, where the service says so: a token that was confirmed later stays.
  /// - Returns: the devices that have lost it.
  @discardableResult
  public func removeToken(_ token: PushToken, reportedAt milliseconds: Int64? = nil) async throws -> [DeviceReference] {
    let key = try token.key
    let root = try await database.get("/")
    var removed: [DeviceReference] = []
    for (owner, fields) in allRecords(in: root) where Self.token(of: fields) == token {
      let isRemoved = try await removeToken(of: owner) { fields in
        Self.token(of: fields) == token && (milliseconds.map { $0 >= fields["tokenUpdatedAt"].int ?? .min } ?? true)
      }
      guard isRemoved else { continue }
      try await release(key, of: owner)
      removed.append(reference(owner))
    }
    return removed
  }

  func removeToken(of owner: Owner, where isMeant: @Sendable (Tree) -> Bool) async throws -> Bool {
    try await deciding(at: place(owner)) { root in
      guard isMeant(root[path: place(owner)].tree) else { return (nil, false) }
      return (
        try .update(place(owner), ["fcmToken": nil, "pushProvider": nil, "pushEndpoint": nil, "tokenUpdatedAt": nil]), true
      )
    }
  }
}
