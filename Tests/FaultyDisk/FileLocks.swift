import CSQLite

/// The locks that the connections to one file hold on it.
struct FileLocks {
  private var levels: [Int64: LockLevel] = [:]

  /// Whether anyone, the asking connection included, means to write.
  var isReserved: Bool { levels.values.contains { $0 >= .reserved } }

  mutating func lock(_ holder: Int64, to level: LockLevel) -> Int32 {
    let own = levels[holder] ?? .none
    guard own < level else { return SQLITE_OK }
    let others = levels.filter { $0.key != holder }.values.max() ?? .none
    switch level {
    case .none:
      return SQLITE_OK
    case .shared:
      // A pending writer lets no new reader in, or it might wait for ever.
      guard others < .pending else { return SQLITE_BUSY }
    case .reserved, .pending:
      guard others < .reserved else { return SQLITE_BUSY }
    case .exclusive:
      guard others < .reserved else { return SQLITE_BUSY }
      guard others == .none else {
        levels[holder] = .pending
        return SQLITE_BUSY
      }
    }
    levels[holder] = level
    return SQLITE_OK
  }

  mutating func unlock(_ holder: Int64, to level: LockLevel) {
    guard let own = levels[holder], own > level else { return }
    levels[holder] = level == .none ? nil : level
  }
}
