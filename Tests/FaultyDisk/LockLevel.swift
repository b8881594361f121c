/// SQLite's lock levels of a database file, weakest first.
enum LockLevel: Int32, Comparable {
  case none = 0
  case shared, reserved, pending, exclusive

  static func < (one: LockLevel, other: LockLevel) -> Bool { one.rawValue < other.rawValue }
}
