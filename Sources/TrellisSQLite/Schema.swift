import TrellisDatabase
import TrellisTree

/// What a database file is made of (`Docs/design/0014`).
enum Schema {
  /// `TRLS`, so that `file` and the sqlite3 shell can tell whose file it is.
  static let applicationID: Int64 = 0x5452_4C53
  static let version: Int64 = 1

  private static let tables = """
    CREATE TABLE rec(k BLOB PRIMARY KEY, v BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE log(id INTEGER PRIMARY KEY, op BLOB NOT NULL);
    CREATE TABLE state(folded INTEGER NOT NULL);
    INSERT INTO state VALUES (0);
    PRAGMA application_id = \(applicationID);
    PRAGMA user_version = \(version);
    """

  /// Makes an empty file a database, and looks at the others.
  ///
  /// - Throws: `.damaged` for other files, `.newerFormat` for those of a later Trellis, `SQLiteError`.
  static func prepare(_ connection: SQLiteConnection, _ path: String) throws {
    let isNew = try isEmpty(connection)
    if !isNew { try check(connection, path) }
    // SQLite says what mode it is in, and does not call it an error when that is another.
    let mode = try connection.text("PRAGMA journal_mode = WAL")
    guard mode == "wal" else {
      throw TrellisError(.storageFailed, "\(path) cannot have a write-ahead log (it is in mode \(mode)); put it on a local file system")
    }
    if isNew { try connection.transaction { try connection.execute(tables) } }
  }

  static func check(_ connection: SQLiteConnection, _ path: String) throws {
    let found = try connection.number("PRAGMA user_version") ?? 0
    guard try connection.number("PRAGMA application_id") == applicationID else {
      throw TrellisError(.damaged, "\(path) is an SQLite file, but not a database of Trellis; open another file")
    }
    guard found <= version else {
      throw TrellisError(.newerFormat, "\(path) has format \(found), this Trellis reads up to format \(version); update Trellis")
    }
  }

  private static func isEmpty(_ connection: SQLiteConnection) throws -> Bool {
    try connection.number("SELECT count(*) FROM sqlite_schema") == 0 && connection.number("PRAGMA user_version") == 0
      && connection.number("PRAGMA application_id") == 0
  }
}

extension TrellisError {
  /// An error of a file that is opened, in words about the file.
  init(_ error: any Error, file path: String) {
    switch error {
    case let error as TrellisError: self = error
    case let error as SQLiteError where error.isDamage:
      self.init(
        .damaged, "\(path) is damaged: \(error.message); DatabaseFile(at:).salvage(to:) writes what can be read to a new file",
        underlying: error)
    case let error as RowProblem:
      let isNewer = error.problem.reason != .damaged
      self.init(
        isNewer ? .newerFormat : .damaged,
        "\(path): \(error)\(isNewer ? "" : "; DatabaseFile(at:).salvage(to:) writes what can be read to a new file")", underlying: error)
    default: self.init(.storageFailed, "\(path): \(error)", underlying: error)
    }
  }
}
