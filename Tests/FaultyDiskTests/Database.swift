import CSQLite
import FaultyDisk

/// A connection to a database on a faulty disk, as thin as the tests need it.
final class Database {
  private let connection: OpaquePointer

  init(on disk: FaultyDisk, path: String = "test.db", setup: [String] = []) throws {
    var connection: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let code = sqlite3_open_v2(path, &connection, flags, disk.vfsName)
    guard code == SQLITE_OK, let connection else {
      sqlite3_close(connection)
      throw DatabaseError(code: code, message: "open")
    }
    self.connection = connection
    for statement in setup { try run(statement) }
  }

  deinit { sqlite3_close(connection) }

  func run(_ sql: String) throws {
    let code = sqlite3_exec(connection, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// All rows of a query, as text.
  func rows(_ sql: String) throws -> [[String]] {
    var statement: OpaquePointer?
    let prepared = sqlite3_prepare_v2(connection, sql, -1, &statement, nil)
    guard prepared == SQLITE_OK else { throw failure(prepared) }
    defer { sqlite3_finalize(statement) }
    var rows: [[String]] = []
    while true {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { return rows }
      guard code == SQLITE_ROW else { throw failure(code) }
      rows.append(
        (0..<sqlite3_column_count(statement)).map { column in
          sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
        })
    }
  }

  func number(_ sql: String) throws -> Int? { try rows(sql).first?.first.flatMap { Int($0) } }

  private func failure(_ code: Int32) -> DatabaseError {
    DatabaseError(code: code, message: String(cString: sqlite3_errmsg(connection)))
  }
}
