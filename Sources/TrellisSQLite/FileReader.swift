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
    /// SQLite's count of changes by others.
    var dataVersion: Int64?
  }

  private let path: String
  private let lock = Lock()
  private var state = State()

  /// - Throws: `.damaged`, `.newerFormat`, `.storageFailed`.
  init(_ path: String) throws {
    self.path = path
    do {
      state.connection = try Self.connect(path)
    } catch {
      throw TrellisError(error, file: path)
    }
  }

  /// SQLite notes beside the file who reads it. Where it may not, the file is taken as one that nobody changes.
  static func connect(_ path: String) throws -> SQLiteConnection {
    func checked(_ mode: SQLiteConnection.Mode) throws -> SQLiteConnection {
      let connection = try SQLiteConnection(path, mode)
      try Schema.check(connection, path)
      return connection
    }
    do {
      return try checked(.read)
    } catch let error as SQLiteError where error.isRefusal && !FileManager.default.fileExists(atPath: path + "-wal") {
      // With a log beside it, the file alone is not all of it.
      return try checked(.immutable)
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
    try withConnection { connection, state in
      try connection.transaction("BEGIN") {
        state.dataVersion = try connection.number("PRAGMA data_version")
        return try content(connection, &state)
      }
    }
  }

  /// All that the file holds. The rows are read now, within the caller's transaction.
  private func content(_ connection: SQLiteConnection, _ state: inout State) throws -> JournalContent {
    let folded = try connection.number("SELECT folded FROM state") ?? 0
    let commits = try LogRows.commits(connection, behind: folded).commits
    let arena = Arena()
    var edit = arena.begin()
    try TreeRows.read(connection, into: &edit)
    _ = edit.publish()
    state.number = commits.last?.number ?? folded
    let tree = arena.pin()
    return JournalContent(number: folded, commits: commits) { $0.graft([], tree) }
  }

  enum News {
    case none
    case commits([Commit])
    case everything(JournalContent)
  }

  /// What has been written since the last look.
  func news() throws -> News {
    try withConnection { connection, state in
      try connection.transaction("BEGIN") {
        let version = try connection.number("PRAGMA data_version")
        if version == state.dataVersion { return .none }
        state.dataVersion = version
        if try connection.number("SELECT folded FROM state") ?? 0 > state.number { return .everything(try content(connection, &state)) }
        let commits = try LogRows.commits(connection, behind: state.number).commits
        state.number = commits.last?.number ?? state.number
        return commits.isEmpty ? .none : .commits(commits)
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
