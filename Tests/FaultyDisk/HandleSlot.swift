import CSQLite

/// The memory SQLite gives each open file: its own `sqlite3_file`, and behind it the number of our handle.
///
/// A number and not a reference, so that memory SQLite copies, clears or uses too late can at worst name
/// a handle that is not there.
enum HandleSlot {
  private static let offset = MemoryLayout<sqlite3_file>.stride
  static let size = offset + MemoryLayout<Int64>.stride

  static func store(_ id: Int64, in file: UnsafeMutablePointer<sqlite3_file>) {
    UnsafeMutableRawPointer(file).storeBytes(of: id, toByteOffset: offset, as: Int64.self)
  }

  static func id(in file: UnsafeMutablePointer<sqlite3_file>) -> Int64 {
    UnsafeRawPointer(file).loadUnaligned(fromByteOffset: offset, as: Int64.self)
  }
}
