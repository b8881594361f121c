import CSQLite

/// SQLite as its own documentation uses it: prepared statements and nothing around them. What our files are compared with.
public final class RawSQLite {
  public struct Failure: Error {
    public let message: String
  }

  private let handle: OpaquePointer

  /// - Parameter synchronous: `FULL` or `NORMAL`.
  public init(_ path: String, synchronous: String) throws {
    var handle: OpaquePointer?
    guard sqlite3_open(path, &handle) == SQLITE_OK, let handle else { throw Failure(message: "cannot open \(path)") }
    self.handle = handle
    sqlite3_busy_timeout(handle, 5000)
    try execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = \(synchronous)")
  }

  deinit { sqlite3_close_v2(handle) }

  public func execute(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw Failure(message: String(cString: sqlite3_errmsg(handle))) }
  }

  public func prepare(_ sql: String) throws -> Statement {
    var pointer: OpaquePointer?
    guard sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil) == SQLITE_OK, let pointer else {
      throw Failure(message: String(cString: sqlite3_errmsg(handle)))
    }
    return Statement(pointer, self)
  }

  public final class Statement {
    private let pointer: OpaquePointer
    private let connection: RawSQLite

    fileprivate init(_ pointer: OpaquePointer, _ connection: RawSQLite) {
      self.pointer = pointer
      self.connection = connection
    }

    deinit { sqlite3_finalize(pointer) }

    /// Carries it out with bytes for its parameters.
    public func run(_ values: [UInt8]...) throws {
      for (i, value) in values.enumerated() {
        value.withUnsafeBytes {
          _ = sqlite3_bind_blob64(
            pointer, Int32(i + 1), $0.baseAddress, UInt64($0.count), unsafeBitCast(-1, to: sqlite3_destructor_type.self))
        }
      }
      guard sqlite3_step(pointer) == SQLITE_DONE else { throw Failure(message: "\(String(cString: sqlite3_errmsg(connection.handle)))") }
      sqlite3_reset(pointer)
    }

    /// Walks over all rows and looks at the bytes of each column; answers how many bytes those are.
    public func scan(columns: Int32) -> Int {
      var bytes = 0
      while sqlite3_step(pointer) == SQLITE_ROW {
        for column in 0..<columns {
          guard let start = sqlite3_column_blob(pointer, column) else { continue }
          let count = Int(sqlite3_column_bytes(pointer, column))
          // Touched, as whoever reads them would.
          bytes += count + Int(start.load(fromByteOffset: count - 1, as: UInt8.self) & 1)
        }
      }
      sqlite3_reset(pointer)
      return bytes
    }
  }
}
