import TrellisDatabase
import TrellisPages
import TrellisTree

extension DeviceAdministration {
  /// Removes the records whose tokens have been claimed by others.
  ///
  /// - Returns: what has been removed.
  @discardableResult
  public func reconcile() async throws -> [DeviceReference] {
    let root = try await database.get("/")
    var removed: [DeviceReference] = []
    for (owner, fields) in allRecords(in: root) {
      guard let other = self.owner(of: fields, in: root), other != owner, try await remove(owner, ifTokenIsNot: owner) else { continue }
      removed.append(reference(owner))
    }
    return removed
  }

  /// Does so from now on, whenever a token is claimed, until the task is cancelled. It begins with what was claimed while nobody did.
  public func follow() async throws {
    // Before the look at everything, so that nothing is missed in between.
    var number = try await database.commitNumber()
    try await reconcile()
    while !Task.isCancelled {
      do {
        for try await commit in database.commits(since: number) {
          number = commit.number
          if commit.changes.contains(where: { $0.path.contains(paths.index) || paths.index.contains($0.path) }) {
            try await reconcile(commit)
          }
        }
        return
      } catch TrellisError.Code.historyGone {
        number = try await database.commitNumber()
        try await reconcile()
      }
    }
  }

  /// Only records of tokens that a commit was about can have lost them.
  private func reconcile(_ commit: Commit) async throws {
    let claimed = Set(commit.changes.compactMap { $0.path.keys.dropFirst(paths.index.keys.count).first })
    let root = try await database.get("/")
    let isAll = commit.changes.contains { $0.path.contains(paths.index) }
    for (owner, fields) in allRecords(in: root) {
      guard let key = Self.tokenKey(of: fields), isAll || claimed.contains(key), let other = self.owner(of: fields, in: root),
        other != owner
      else { continue }
      _ = try await remove(owner, ifTokenIsNot: owner)
    }
  }

  /// Looks again, so that a claim that comes meanwhile wins.
  private func remove(_ owner: Owner, ifTokenIsNot claimant: Owner) async throws -> Bool {
    try await deciding(at: place(owner)) { root in
      let fields = root[path: place(owner)].tree
      guard let other = self.owner(of: fields, in: root), other != claimant else { return (nil, false) }
      return (try .remove(place(owner)), true)
    }
  }

  // MARK: Adopting

  /// What `adopt` has found.
  public struct Adoption: Sendable {
    /// Devices that can be sent to now.
    public internal(set) var adopted: [DeviceReference] = []
    /// Devices that have lost their token to another one, which has confirmed it later.
    public internal(set) var cleared: [DeviceReference] = []
  }

  /// Gives tokens that have no owner one: once, for records that earlier versions have written. Of several records with one token
  /// the one that confirmed it last gets it.
  ///
  /// - Parameter dryRun: whether it only says what it would do.
  public func adopt(dryRun: Bool = false) async throws -> Adoption {
    let root = try await database.get("/")
    var adoption = Adoption()
    var owners: [TreeKey: Owner] = [:]
    for (owner, fields) in allRecords(in: root).sorted(by: { Self.confirmedAt($0.fields) > Self.confirmedAt($1.fields) }) {
      guard let key = Self.tokenKey(of: fields) else { continue }
      let known = owners[key] ?? Owner(root[path: paths.entry(key)])
      if known == owner { continue }
      owners[key] = known ?? owner
      if known == nil {
        let isAdopted = dryRun ? true : try await claim(key, fields, owner)
        if isAdopted { adoption.adopted.append(reference(owner)) }
      } else {
        let isCleared = dryRun ? true : try await removeToken(of: owner) { Self.tokenKey(of: $0) == key }
        if isCleared { adoption.cleared.append(reference(owner)) }
      }
    }
    return adoption
  }

  private static func confirmedAt(_ fields: Tree) -> Double {
    fields["tokenUpdatedAt"].double ?? fields["lastSeenAt"].double ?? -.infinity
  }

  private func claim(_ key: TreeKey, _ fields: Tree, _ owner: Owner) async throws -> Bool {
    guard let token = Self.token(of: fields) else { return false }
    return try await deciding(at: paths.entry(key)) { root in
      guard !root[path: paths.entry(key)].exists, Self.tokenKey(of: root[path: place(owner)].tree) == key else { return (nil, false) }
      let entry = CachedRegistration.entry(owner.user, owner.device.text, token.provider, .timestamp)
      return (try .set(paths.entry(key), entry), true)
    }
  }

  // MARK: Sweeping

  /// Deletes entries of the index that no record belongs to.
  ///
  /// - Parameters:
  ///   - age: how old they must be: a record may be on its way.
  ///   - milliseconds: the time, since 1970; by default by this machine's clock.
  /// - Returns: how many.
  @discardableResult
  public func sweep(olderThan age: Duration = .seconds(3600), at milliseconds: Int64? = nil) async throws -> Int {
    let root = try await database.get("/")
    let limit = (milliseconds ?? Clock.milliseconds()) - age.milliseconds
    var swept = 0
    for (key, _) in root[path: paths.index].children {
      let isSwept = try await deciding(at: paths.entry(key)) { root in
        let entry = root[path: paths.entry(key)]
        guard entry.exists, (entry["updatedAt"].int ?? .min) < limit, !belongs(key, entry, root) else { return (write: nil, value: false) }
        return (try .remove(paths.entry(key)), true)
      }
      if isSwept { swept += 1 }
    }
    return swept
  }

  /// Whether the record that an entry names has that token. An installation that nobody is signed in on has it without a record.
  private func belongs(_ key: TreeKey, _ entry: TreeSnapshot, _ root: TreeSnapshot) -> Bool {
    if entry["userId"].string?.isEmpty ?? false { return true }
    guard let owner = Owner(entry) else { return false }
    return Self.tokenKey(of: root[path: place(owner)].tree) == key
  }
}

extension Duration {
  var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
