import TrellisTree

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What stands in the cache, typed (device store §5.1). A cache that fails is as good as an empty one from then on, and
/// `failure` says so once.
final class CacheBook: Sendable {
  private let cache: any DeviceCache
  /// Stands in for a cache that cannot be written.
  private let substitute = InMemoryDeviceCache()
  private let failed: Locked<(first: DeviceStoreError?, isTold: Bool)> = Locked((nil, false))

  init(_ cache: any DeviceCache) { self.cache = cache }

  /// Why the cache could not be used, the first time this is asked after it happened.
  func takeFailure() -> DeviceStoreError? {
    failed.withLock { failed in
      guard let first = failed.first, !failed.isTold else { return nil }
      failed.isTold = true
      return first
    }
  }

  private func noteFailure(_ error: any Error) {
    let error = error as? DeviceStoreError ?? .cacheUnavailable("\(error)")
    failed.withLock { if $0.first == nil { $0.first = error } }
  }

  // MARK: Values

  private func value(_ name: Name) -> Tree? {
    do {
      if failed.withLock({ $0.first == nil }) { return try Self.tree(try cache.get(name.rawValue)) }
    } catch is JSONError {
      // As good as none: whatever was there is written anew.
      return nil
    } catch { noteFailure(error) }
    return try? Self.tree(substitute.get(name.rawValue))
  }

  /// A value that is no JSON counts as none.
  private func change(_ name: Name, _ change: (Tree?) -> Tree?) {
    func changed(_ data: Data?) -> Data? { change((try? Self.tree(data)) ?? nil).flatMap { $0.isNull ? nil : Data($0.json(.export).utf8) } }
    do {
      if failed.withLock({ $0.first == nil }) {
        try cache.update(name.rawValue, changed)
        return
      }
    } catch { noteFailure(error) }
    substitute.update(name.rawValue, changed)
  }

  private static func tree(_ data: Data?) throws(JSONError) -> Tree? {
    guard let data else { return nil }
    return try Tree(json: data)
  }

  private enum Name: String, CaseIterable {
    case deviceID = "deviceId"
    case fingerprint, registration, pendingRemovals, hold, settings, session, writing
  }
}

// MARK: Identity

extension CacheBook {
  /// The id of this installation, which is made when there is none, and why it is another than before, if it is (device store §2).
  func identify(_ info: any DeviceInfoProvider, _ uuids: any UUIDSource) -> (id: String, reset: IdentityReset?) {
    let fingerprint = info.installationFingerprint
    if let fingerprint, let known = value(.fingerprint)?.string, !known.utf8.elementsEqual(fingerprint.utf8) {
      for name in Name.allCases where name != .settings { change(name) { _ in nil } }
      let id = makeID(fingerprint, uuids)
      return (id, .clonedCache)
    }
    let isLost = hasUnreadableID
    let id = makeID(fingerprint, uuids)
    return (id, isLost ? .cacheLost : nil)
  }

  private var hasUnreadableID: Bool {
    do {
      guard let data = try cache.get(Name.deviceID.rawValue) else { return false }
      return (try? Self.tree(data))?.flatMap(\.string).map(DeviceID.isLegal) != true
    } catch {
      noteFailure(error)
      return true
    }
  }

  /// Makes an id, unless another process has just done so.
  private func makeID(_ fingerprint: String?, _ uuids: any UUIDSource) -> String {
    var id = ""
    change(.deviceID) { known in
      if let known = known?.string, DeviceID.isLegal(known) { id = known } else { id = uuids.next() }
      return .string(id)
    }
    if let fingerprint { change(.fingerprint) { _ in .string(fingerprint) } }
    return id
  }
}

// MARK: Registration and removals

extension CacheBook {
  var registration: CachedRegistration? { value(.registration).flatMap { CachedRegistration($0) } }

  /// Notes what the database now holds. What it held of another user becomes a removal that is still to be made.
  ///
  /// - Returns: what was believed before of the same user.
  @discardableResult
  func register(_ new: CachedRegistration, at milliseconds: Int64) -> CachedRegistration? {
    var before = registration
    if let old = before, old.userID != new.userID {
      queue(PendingRemoval(old, queuedAt: milliseconds))
      before = nil
    }
    change(.registration) { _ in new.tree }
    return before
  }

  /// Forgets the registration of a user; that of another stays.
  func unregister(_ userID: TreeKey) {
    change(.registration) { tree in
      guard let tree, let registration = CachedRegistration(tree), registration.userID != userID else { return nil }
      return tree
    }
  }

  var pendingRemovals: [PendingRemoval] { Self.removals(value(.pendingRemovals)) }

  private static func removals(_ tree: Tree?) -> [PendingRemoval] { (tree ?? .null).children.compactMap { PendingRemoval($0.value) } }

  /// Remembers a removal; one of the same user and device is replaced, and of too many the oldest is dropped.
  func queue(_ removal: PendingRemoval) {
    changeRemovals { removals in
      removals.removeAll {
        $0.registration.userID == removal.registration.userID && $0.registration.deviceID == removal.registration.deviceID
      }
      removals.append(removal)
      removals.removeFirst(max(0, removals.count - PendingRemoval.most))
    }
  }

  /// Forgets the removals of a user.
  ///
  /// - Returns: those forgotten.
  @discardableResult
  func dropRemovals(of userID: TreeKey) -> [PendingRemoval] {
    guard pendingRemovals.contains(where: { $0.registration.userID == userID }) else { return [] }
    var dropped: [PendingRemoval] = []
    changeRemovals { removals in
      dropped = removals.filter { $0.registration.userID == userID }
      removals.removeAll { $0.registration.userID == userID }
    }
    return dropped
  }

  func dropOldRemovals(at milliseconds: Int64) {
    let isOld = { (removal: PendingRemoval) in milliseconds - removal.queuedAt > PendingRemoval.longestMilliseconds }
    guard pendingRemovals.contains(where: isOld) else { return }
    changeRemovals { $0.removeAll(where: isOld) }
  }

  private func changeRemovals(_ body: (inout [PendingRemoval]) -> Void) {
    change(.pendingRemovals) { tree in
      var removals = Self.removals(tree)
      body(&removals)
      return .list(removals.map(\.tree))
    }
  }
}

// MARK: Sessions

extension CacheBook {
  var hold: Hold? { value(.hold).flatMap { Hold($0) } }

  func hold(_ hold: Hold) { change(.hold) { _ in hold.tree } }

  /// Ends the hold, if it is one of those that are meant.
  func endHold(where isMeant: (Hold) -> Bool) { drop(.hold, where: isMeant) }

  private func drop(_ name: Name, where isMeant: (Hold) -> Bool) {
    guard value(name) != nil else { return }
    change(name) { tree in
      guard let tree, let hold = Hold(tree), !isMeant(hold) else { return nil }
      return tree
    }
  }

  /// The database's time of the first registration in a session; nil when there was none.
  func sessionStart(_ session: UserSession) -> Int64? {
    guard let tree = value(.session), let hold = Hold(tree), hold.holds(session) else { return nil }
    return tree["startedAt"].int
  }

  func startSession(_ session: UserSession, at milliseconds: Int64) {
    change(.session) { _ in
      guard let key = session.key else { return nil }
      var tree = Hold(userID: key, sessionID: session.user.sessionID).tree
      tree[path: "startedAt"] = .int(milliseconds)
      return tree
    }
  }

  /// Forgets when a session began, if it is one of those that are meant.
  func forgetSession(where isMeant: (Hold) -> Bool) { drop(.session, where: isMeant) }

  /// A write under way that would leave a record: whoever finds it after a crash knows that there may be one.
  var writing: CachedRegistration? { value(.writing).flatMap { CachedRegistration($0) } }

  func beginWriting(_ registration: CachedRegistration) { change(.writing) { _ in registration.tree } }
  func endWriting() { change(.writing) { _ in nil } }
}

// MARK: Settings

extension CacheBook {
  var settings: CachedSettings { value(.settings).map { CachedSettings($0) } ?? CachedSettings() }

  /// Changes the settings, with nobody else in between.
  @discardableResult
  func changeSettings<Value>(_ body: (inout CachedSettings) -> Value) -> Value {
    var settings = CachedSettings()
    var result: Value?
    change(.settings) { tree in
      settings = tree.map { CachedSettings($0) } ?? CachedSettings()
      result = body(&settings)
      return settings.tree
    }
    guard let result else { preconditionFailure("a cache runs the closure that it is given") }
    return result
  }
}
