import TrellisDatabase
import TrellisTree

extension DeviceEngine {
  /// Stores a setting, and says whether the database has it too once that is decided.
  func set(_ name: String, _ value: Tree, _ done: @escaping @Sendable (Bool) -> Void) throws(DeviceStoreError) {
    let key = try SettingLimits.key(name)
    try SettingLimits.check(value, name)
    let number: Result<Int64, DeviceStoreError> = book.changeSettings { settings in
      var changed = settings
      changed.set(key, value)
      if SettingLimits.isTooLarge(changed) {
        return .failure(.settingsTooLarge("all settings together may have \(SettingLimits.mostBytes) bytes; remove some"))
      }
      settings = changed
      return .success(changed.dirty[key] ?? 0)
    }
    let sent = try number.get()
    withState { state in
      state.settingWaiters.append((key, sent, done))
      state.noteInput()
      // Together, so that the loop does not answer before it has looked.
      state.isPoked = true
    }
    poke()
  }

  /// There is nothing to do, or no network: what is not there by now has to wait for something.
  func answerSettingWaiters(unlessPoked: Bool = false) {
    let waiters = withState { state -> [EngineState.SettingWaiter] in
      if unlessPoked, state.isPoked { return [] }
      defer { state.settingWaiters = [] }
      return state.settingWaiters
    }
    guard !waiters.isEmpty else { return }
    let dirty = book.settings.dirty
    for waiter in waiters {
      let isSynced = dirty[waiter.key] != waiter.number
      complete { waiter.done(isSynced) }
    }
  }
}

/// How large settings may be (device store §9).
enum SettingLimits {
  static let mostBytes = 16 << 10
  private static let mostValueBytes = 4 << 10
  private static let mostDepth = 8

  static func key(_ name: String) throws(DeviceStoreError) -> TreeKey {
    guard (1...128).contains(name.utf16.count), let key = try? TreeKey(name) else { throw .invalidSettingKey(name) }
    return key
  }

  static func check(_ value: Tree, _ name: String) throws(DeviceStoreError) {
    if value.json(.export).utf8.count > mostValueBytes {
      throw .settingsTooLarge("\"\(name)\" has more than \(mostValueBytes) bytes of JSON")
    }
    if depth(value) > mostDepth { throw .settingsTooLarge("\"\(name)\" nests deeper than \(mostDepth) levels") }
    if holdsPlaceholders(value) { throw .settingsTooLarge("\"\(name)\" holds a server value; a setting is plain data") }
  }

  static func isTooLarge(_ settings: CachedSettings) -> Bool {
    Tree.branch(settings.values.map { ($0.key, $0.value) }).json(.export).utf8.count > mostBytes
  }

  private static func depth(_ value: Tree) -> Int { (value.children.map { depth($0.value) }.max() ?? 0) + (value.children.isEmpty ? 0 : 1) }

  private static func holdsPlaceholders(_ value: Tree) -> Bool {
    value.serverValue != nil || value.children.contains { holdsPlaceholders($0.value) }
  }
}
