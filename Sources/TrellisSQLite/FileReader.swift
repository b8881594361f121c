import CSQLite
import TrellisDatabase
import TrellisEngine
import TrellisPages
import TrellisTree

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads a database file that somebody else may be writing: whole commits only, as of one moment each time.
///
/// Sendable: everything that changes is touched under `lock`.
final class FileReader: Journal, @unchecked Sendable {
  private struct State {
    var connection: SQLiteConnection?
    /// The last commit that was read.
    var number: Int64 = 0
    /// Which file it is: another may come to stand at the path.
    var fileNumber: Int?
    /// SQLite's count of changes by others.
    var dataVersion: Int64?
    /// Of a file that is taken as one that nobody changes: what it looked like.
    var unchanging: FileStamp?
  }

  private let path: String
  private let lock = Lock()
  private var state = State()

  /// - Throws: `.damaged`, `.newerFormat`, `.storageFailed`.
  init(_ path: String) throws {
    self.path = path
    do {
      try connect(&state)
    } catch {
      throw TrellisError(error, file: path)
    }
  }

  /// SQLite keeps notes beside the file while it is read, and takes them away when the last who may write it closes. So where
  /// nothing is beside the file, it is opened like that and not written. Where notes are not allowed, the file is taken as one
  /// that nobody changes.
  static func connect(_ path: String) throws -> SQLiteConnection { try connectTelling(path).connection }

  private func connect(_ state: inout State) throws {
    state.fileNumber = FileStamp.fileNumber(path)
    let (connection, isUnchanging) = try Self.connectTelling(path)
    (state.connection, state.dataVersion) = (connection, nil)
    state.unchanging = isUnchanging ? FileStamp(path) : nil
  }

  private static func connectTelling(_ path: String) throws -> (connection: SQLiteConnection, isUnchanging: Bool) {
    func checked(_ mode: SQLiteConnection.Mode) throws -> SQLiteConnection {
      let connection = try SQLiteConnection(path, mode)
      try Schema.check(connection, path)
      return connection
    }
    if FileManager.default.fileExists(atPath: path + "-wal") { return (try checked(.read), false) }
    if let connection = try? checked(.write) { return (connection, false) }
    // Notes of one who may not write the file would keep those out who may.
    if !FileManager.default.isWritableFile(atPath: path) { return (try checked(.immutable), true) }
    do { return (try checked(.read), false) } catch let error as SQLiteError where error.isRefusal {
      return (try checked(.immutable), true)
    }
  }

  private func withConnection<Value>(_ body: (SQLiteConnection, inout State) throws -> Value) throws -> Value {
    do {
      return try lock.withLock {
        guard let connection = state.connection else { throw TrellisError(.closed, "the database has been closed; open it again") }
        return try body(connection, &state)
      }
    } catch {
      throw TrellisError(error, file: path)
    }
  }

  // MARK: Reading

  func load() async throws -> JournalContent {
    try withConnection { connection, _ in try reading(connection) { try content(connection) } }
  }

  enum News {
    case none
    case commits([Commit])
    case everything(JournalContent)
  }

  /// What has been written since the last look.
  func news() throws -> News {
    try withConnection { _, state in
      if let seen = state.unchanging {
        if FileStamp(path) == seen { return .none }
        try connect(&state)
      }
      guard let number = state.fileNumber, FileStamp.fileNumber(path) == number else {
        throw TrellisError(.notFound, "\(path) was removed or replaced while it was open; open it again")
      }
      guard let connection = state.connection else { return .none }
      return try reading(connection) {
        let version = try connection.number("PRAGMA data_version")
        if version == state.dataVersion {
          connection.rollback()
          return .none
        }
        let folded = try connection.number("SELECT folded FROM state") ?? 0
        if folded > state.number, try LogRows.firstKept(connection) ?? .max > state.number + 1 {
          return .everything(try content(connection))
        }
        guard let commits = try? LogRows.commits(connection, behind: state.number).commits else {
          // Commits that are in the tree already need not be good.
          return .everything(try content(connection))
        }
        connection.rollback()
        state.dataVersion = version
        state.number = commits.last?.number ?? state.number
        return commits.isEmpty ? .none : .commits(commits)
      }
    }
  }

  /// Begins to read as of one moment. When this succeeds the transaction is still under way.
  private func reading<Value>(_ connection: SQLiteConnection, _ body: () throws -> Value) throws -> Value {
    try connection.execute("BEGIN")
    do { return try body() } catch {
      connection.rollback()
      throw error
    }
  }

  /// All that the file holds. The rows are read when they are asked for; that ends the transaction.
  private func content(_ connection: SQLiteConnection) throws -> JournalContent {
    let version = try connection.number("PRAGMA data_version")
    let folded = try connection.number("SELECT folded FROM state") ?? 0
    let commits = try LogRows.commits(connection, behind: folded).commits
    return JournalContent(number: folded, commits: commits, history: LogRows.history(connection, through: folded)) { edit in
      try self.withConnection { connection, state in
        defer { connection.rollback() }
        try TreeRows.read(connection, into: &edit)
        state.dataVersion = version
        state.number = commits.last?.number ?? folded
      }
    }
  }

  // MARK: Being a journal

  var isVolatile: Bool { true }
  func append(_ commits: [Commit]) async throws {}
  func close(_ root: TreeSnapshot) async throws { lock.withLock { state.connection = nil } }
}

extension SQLiteError {
  /// The file is there, but what SQLite wants to do beside it is not allowed.
  fileprivate var isRefusal: Bool { [SQLITE_READONLY, SQLITE_CANTOPEN].contains(primaryCode) }
}
