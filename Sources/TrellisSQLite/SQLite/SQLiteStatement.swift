import CSQLite

enum SQLiteValue {
  case int(Int64)
  case blob([UInt8])
  case text(String)
}

/// A prepared statement of a connection, which keeps it.
final class SQLiteStatement {
  private let pointer: OpaquePointer
  private unowned let connection: SQLiteConnection

  init(_ pointer: OpaquePointer, _ connection: SQLiteConnection) {
    self.pointer = pointer
    self.connection = connection
  }

  deinit { sqlite3_finalize(pointer) }

  /// SQLite copies what it is given.
  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
    for (i, value) in values.enumerated() {
      let column = Int32(i + 1)
      let result: Int32 =
        switch value {
        case .int(let number): sqlite3_bind_int64(pointer, column, number)
        // An empty array may have no address, which would be NULL.
        case .blob(let bytes) where bytes.isEmpty: sqlite3_bind_zeroblob(pointer, column, 0)
        case .blob(let bytes):
          bytes.withUnsafeBytes { sqlite3_bind_blob64(pointer, column, $0.baseAddress, UInt64($0.count), Self.copied) }
        case .text(let text): sqlite3_bind_text(pointer, column, text, -1, Self.copied)
        }
      if result != SQLITE_OK { throw connection.error(result) }
    }
  }

  /// Whether there is a row.
  func step() throws(SQLiteError) -> Bool {
    let result = sqlite3_step(pointer)
    if result == SQLITE_ROW { return true }
    if result == SQLITE_DONE { return false }
    throw connection.error(result)
  }

  func reset() { sqlite3_reset(pointer) }

  func int(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }
  func text(_ column: Int32) -> String { sqlite3_column_text(pointer, column).map { String(cString: $0) } ?? "" }

  func blob(_ column: Int32) -> [UInt8] {
    guard let start = sqlite3_column_blob(pointer, column) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(pointer, column))))
  }
}
