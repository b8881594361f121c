import TrellisDatabase
import TrellisTree

/// A write about a record: its fields, its times, its settings, and its token's entry in the index, in one atomic update.
struct RecordDraft: Sendable {
  let paths: DevicePaths
  let user: TreeKey
  let device: TreeKey
  let fields: ManagedFields
  let token: PushToken?
  /// The settings in it, with the numbers that they were changed under.
  private(set) var dirty: [TreeKey: Int64] = [:]
  private var values: [TreePath: Tree] = [:]
  private let tokenKey: TreeKey?

  init(paths: DevicePaths, user: TreeKey, device: TreeKey, fields: ManagedFields, token: PushToken?) {
    self.paths = paths
    self.user = user
    self.device = device
    self.fields = fields
    self.token = token
    tokenKey = token.flatMap { try? $0.key }
  }

  private var place: TreePath { paths.device(user, device) }

  /// What the database holds once it is written.
  var registration: CachedRegistration {
    CachedRegistration(userID: user, deviceID: device.text, tokenKey: tokenKey, provider: token?.provider)
  }

  var write: TreeWrite {
    get throws { do throws(TreeWrite.Invalid) { return try .update(.root, values) } catch { throw TrellisError(error) } }
  }

  /// Everything. Of the settings, what the record does not have.
  mutating func addAll(settings: CachedSettings, _ record: Tree) {
    values[paths.user(user).appending("userId")] = .string(user.text)
    for (name, value) in fields.all { values[place.appending(name)] = value }
    if !record.exists { values[place.appending("createdAt")] = .timestamp }
    add(settings) { record["settings"][$0] != settings.values[$0] }
    seen()
    confirmToken()
  }

  /// What has changed, and a new sign of life.
  ///
  /// - Returns: the names of the fields that have changed.
  mutating func addChanges(since believed: ManagedFields, settings: CachedSettings, confirmsToken: Bool) -> [TreeKey] {
    let changed = fields.differences(from: believed)
    for (name, value) in changed { values[place.appending(name)] = value }
    add(settings) { _ in false }
    seen()
    if changed.contains(where: { ManagedFields.tokenNames.contains($0.0) }) || (confirmsToken && token != nil) { confirmToken() }
    return changed.map(\.0)
  }

  private mutating func add(_ settings: CachedSettings, where isMissing: (TreeKey) -> Bool) {
    dirty = settings.dirty
    for key in Set(settings.values.keys.filter(isMissing)).union(settings.dirty.keys) {
      values[place.appending("settings").appending(key)] = settings.values[key] ?? .null
    }
  }

  private mutating func seen() { values[place.appending("lastSeenAt")] = .timestamp }

  /// Says whose the token is. Without one there is no time of its confirmation either.
  private mutating func confirmToken() {
    values[place.appending("tokenUpdatedAt")] = tokenKey == nil ? .null : .timestamp
    guard let tokenKey, let token else { return }
    values[paths.entry(tokenKey)] = CachedRegistration.entry(user, device.text, token.provider, .timestamp)
  }
}

extension Tree {
  var exists: Bool { !isNull }
}
