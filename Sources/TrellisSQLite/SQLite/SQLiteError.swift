import CSQLite

/// What SQLite answered when it could not do something.
public struct SQLiteError: Error, Sendable, Equatable, CustomStringConvertible {
  /// SQLite's extended result code.
  public let code: Int32
  /// SQLite's own words.
  public let message: String

  public var description: String { "SQLite: \(message) (code \(code))\(cure.map { "; \($0)" } ?? "")" }

  init(_ code: Int32, _ message: String) {
    self.code = code
    self.message = message
  }

  /// SQLite's result code without what extends it.
  var primaryCode: Int32 { code & 0xFF }

  private var cure: String? {
    switch primaryCode {
    case SQLITE_FULL: "the disk is full: make room"
    case SQLITE_PERM, SQLITE_READONLY, SQLITE_AUTH: "see that this process may write the file and its folder"
    case SQLITE_CANTOPEN: "see that the folder exists, that this process may write there, and that it has not too many open files"
    case SQLITE_BUSY, SQLITE_LOCKED: "another program is using the file: close it"
    case SQLITE_IOERR: "the disk or the file system does not work: look at the system's log"
    case SQLITE_CORRUPT, SQLITE_NOTADB: "check the file, and salvage what can be read"
    default: nil
    }
  }

  /// Whether the file is to blame, rather than what surrounds it.
  /// Somebody else has the file in a way that stands in this one's.
  var isBusy: Bool { primaryCode == SQLITE_BUSY }

  var isDamage: Bool { primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB }
}
