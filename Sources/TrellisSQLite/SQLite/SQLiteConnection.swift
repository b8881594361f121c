import CSQLite

/// A connection to an SQLite file. Used by one thread at a time.
final class SQLiteConnection {
  enum Mode {
    case create, write, read
    /// For a file on which nobody can write, not even SQLite's own notes beside it.
    case immutable
  }

  private let handle: OpaquePointer
  private let path: String
  private var statements: [String: SQLiteStatement] = [:]

  init(_ path: String, _ mode: Mode, vfs: String? = nil) throws(SQLiteError) {
    var handle: OpaquePointer?
    let flags =
      switch mode {
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .write: SQLITE_OPEN_READWRITE
      case .read: SQLITE_OPEN_READONLY
      case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      }
    let name = mode == .immutable ? "file:\(Self.escaped(path))?immutable=1" : path
    let result = sqlite3_open_v2(name, &handle, flags | SQLITE_OPEN_NOMUTEX, vfs)
    guard let handle else { throw SQLiteError(result, "out of memory") }
    self.handle = handle
    self.path = path
    sqlite3_extended_result_codes(handle, 1)
    guard result == SQLITE_OK else { throw error(result) }
    // Only readers of other processes stand in the way, and those for moments.
    sqlite3_busy_timeout(handle, 5000)
  }

  deinit {
    statements = [:]
    sqlite3_close_v2(handle)
  }

  /// In a URI everything but plain letters is written as a number.
  private static func escaped(_ path: String) -> String {
    path.utf8.map { byte in
      let isPlain =
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        || (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
      return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  func error(_ code: Int32) -> SQLiteError { SQLiteError(code, String(cString: sqlite3_errmsg(handle))) }

  /// Carries out statements that answer nothing.
  func execute(_ sql: String) throws(SQLiteError) {
    let result = sqlite3_exec(handle, sql, nil, nil, nil)
    if result != SQLITE_OK { throw error(result) }
  }

  /// A statement, made once for each text.
  func prepared(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    if let statement = statements[sql] { return statement }
    var pointer: OpaquePointer?
    let result = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil)
    guard result == SQLITE_OK, let pointer else { throw error(result) }
    let statement = SQLiteStatement(pointer, self)
    statements[sql] = statement
    return statement
  }

  /// Carries out a statement that answers nothing.
  func run(_ sql: String, _ values: SQLiteValue...) throws(SQLiteError) {
    let statement = try prepared(sql)
    defer { statement.reset() }
    try statement.bind(values)
    while try statement.step() {}
  }

  /// The first number that a statement answers.
  func number(_ sql: String, _ values: SQLiteValue...) throws(SQLiteError) -> Int64? {
    let statement = try prepared(sql)
    defer { statement.reset() }
    try statement.bind(values)
    return try statement.step() ? statement.int(0) : nil
  }

  /// The first text that a statement answers.
  func text(_ sql: String) throws(SQLiteError) -> String {
    let statement = try prepared(sql)
    defer { statement.reset() }
    return try statement.step() ? statement.text(0) : ""
  }

  /// The first bytes that a statement answers.
  func blob(_ sql: String, _ values: SQLiteValue...) throws(SQLiteError) -> [UInt8]? {
    let statement = try prepared(sql)
    defer { statement.reset() }
    try statement.bind(values)
    return try statement.step() ? statement.blob(0) : nil
  }

  /// All of it or nothing.
  func transaction<Value>(_ begin: String = "BEGIN IMMEDIATE", _ body: () throws -> Value) throws -> Value {
    try execute(begin)
    do {
      let value = try body()
      try execute("COMMIT")
      return value
    } catch {
      rollback()
      throw error
    }
  }

  /// Ends a transaction without what it has written. Some errors have ended it already.
  func rollback() {
    if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
  }

  /// Copies what the write-ahead log holds into the file, as far as no reader needs it to stay.
  func foldWriteAheadLog() { sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil) }

  /// Copies all of the write-ahead log into the file and empties it.
  func emptyWriteAheadLog() throws(SQLiteError) {
    let result = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    if result != SQLITE_OK { throw error(result) }
  }
}
