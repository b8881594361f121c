import Dispatch
import TrellisDatabase
package import TrellisEngine
package import TrellisPages
package import TrellisTree

/// Keeps the commits of a database in an SQLite file: each group is a row of `log`, and a checkpoint folds those into `rec`.
///
/// Sendable: everything that changes is touched under `lock`.
package final class SQLiteJournal: Journal, @unchecked Sendable {
  private struct State {
    var connection: SQLiteConnection?
    var fileLock: FileLock?
    /// Whether a write has failed since the write-ahead log was last known to be on the disk as it reads. Nobody knows what
    /// whoever had the file before has met with.
    var isSuspect = true
    /// What the rows of `rec` do not have yet.
    var dirty = DirtyPlaces()
    /// Bytes of `log`, and how many call for a checkpoint.
    var logBytes = 0
    var checkpointAt: Int
    /// The last commit that was appended.
    var number: Int64 = 0
  }

  let path: String
  private let durability: Durability
  private let checkpointBytes: Int
  private let lock = Lock()
  private var state: State
  /// Where it waits for the disk, so that no thread of the concurrency pool does.
  private let queue = DispatchQueue(label: "trellis.journal")

  /// Opens or makes the file.
  ///
  /// - Parameters:
  ///   - checkpointBytes: how long a log is folded.
  ///   - vfs: what SQLite reads and writes files by, if not the system; then there is no lock file.
  /// - Throws: `.inUse`, `.damaged`, `.newerFormat`, `.storageFailed`.
  package init(_ path: String, durability: Durability = .full, checkpointBytes: Int = 4 << 20, vfs: String? = nil) throws {
    self.path = path
    self.durability = durability
    self.checkpointBytes = checkpointBytes
    state = State(checkpointAt: checkpointBytes)
    do {
      if vfs == nil { state.fileLock = try FileLock(for: path) }
      let connection = try SQLiteConnection(path, .create, vfs: vfs)
      try connection.execute(durability.pragmas)
      try Schema.prepare(connection, path)
      state.connection = connection
    } catch {
      throw TrellisError(error, file: path)
    }
  }

  package var isVolatile: Bool { false }

  /// Synced writes take milliseconds, others less than handing them to another thread.
  private func perform<Value: Sendable>(_ body: @escaping @Sendable (inout State) throws -> Value) async throws -> Value {
    if durability == .normal { return try lock.withLock { try body(&state) } }
    return try await withCheckedThrowingContinuation { waiter in
      queue.async { waiter.resume(with: Result { try self.lock.withLock { try body(&self.state) } }) }
    }
  }

  /// Writes with the connection, when that can be trusted.
  ///
  /// Once the system has failed to sync a file it may never write what was waiting, and say so no more: a log that reads well
  /// may have a hole on the disk, and what follows a hole is lost with the power. So after a failure nothing is appended
  /// before all of the log is in the file itself and the log begins anew.
  private static func writing(_ state: inout State, _ body: (SQLiteConnection, inout State) throws -> Void) throws {
    let connection = try requireConnection(state)
    do {
      if state.isSuspect { try connection.emptyWriteAheadLog() }
      state.isSuspect = false
      try body(connection, &state)
    } catch {
      state.isSuspect = true
      throw error
    }
  }

  private static func requireConnection(_ state: State) throws -> SQLiteConnection {
    guard let connection = state.connection else { throw TrellisError(.closed, "the database has been closed; open it again") }
    return connection
  }
}

// MARK: Loading

extension SQLiteJournal {
  package func load() async throws -> JournalContent {
    let path = path
    do {
      return try await perform { state in
        // What is read now has to survive the power, too. Where somebody reads on, that is left to the first write.
        do { try Self.writing(&state) { _, _ in } } catch let error as SQLiteError where error.isBusy {}
        let connection = try Self.requireConnection(state)
        let folded = try connection.number("SELECT folded FROM state") ?? 0
        let log = try LogRows.commits(connection, behind: folded)
        for commit in log.commits { state.dirty.note(commit) }
        state.logBytes = log.bytes
        state.number = log.commits.last?.number ?? folded
        return JournalContent(number: folded, commits: log.commits, history: LogRows.history(connection, through: folded)) { edit in
          do {
            try self.lock.withLock { try TreeRows.read(try Self.requireConnection(self.state), into: &edit) }
          } catch {
            throw TrellisError(error, file: path)
          }
        }
      }
    } catch {
      throw TrellisError(error, file: path)
    }
  }
}

// MARK: Writing

extension SQLiteJournal {
  package func append(_ commits: [Commit]) async throws {
    let rows = LogRows.rows(commits)
    try await perform { state in
      try Self.writing(&state) { connection, _ in
        if rows.count == 1 {
          try Self.insert(rows[0], connection)
        } else {
          try connection.transaction { for row in rows { try Self.insert(row, connection) } }
        }
      }
      for commit in commits { state.dirty.note(commit) }
      state.logBytes += rows.reduce(0) { $0 + $1.row.count }
      state.number = commits.last?.number ?? state.number
    }
  }

  private static func insert(_ row: (id: Int64, row: [UInt8]), _ connection: SQLiteConnection) throws {
    try connection.run("INSERT INTO log VALUES (?, ?)", .int(row.id), .blob(row.row))
  }

  package var needsCheckpoint: Bool { lock.withLock { state.logBytes >= state.checkpointAt } }

  package func checkpoint(_ root: TreeSnapshot) async throws {
    let checkpointBytes = checkpointBytes
    try await perform { state in
      // When it fails it is not tried again before there is much more to do.
      state.checkpointAt = state.logBytes + checkpointBytes
      try Self.fold(root, &state)
      state.checkpointAt = checkpointBytes
    }
  }

  private static func fold(_ root: any RowSource, _ state: inout State, endingAt number: Int64? = nil) throws {
    guard !state.dirty.isEmpty else { return }
    try writing(&state) { connection, state in
      try connection.transaction {
        // First, so that the rows take the room.
        if number == nil { try LogRows.forgetOld(connection) } else { try LogRows.forgetAll(connection) }
        try TreeRows.write(root, state.dirty, to: connection)
        try connection.run("UPDATE state SET folded = ?", .int(number ?? state.number))
      }
      state.number = number ?? state.number
      state.dirty = DirtyPlaces()
      state.logBytes = 0
      connection.foldWriteAheadLog()
    }
  }

  package var keepsTrees: Bool { true }

  package func replace(_ path: TreePath, in root: CandidateView, number: Int64) throws {
    try lock.withLock {
      // When it fails, rows are written anew later with what they hold already.
      state.dirty.note(path)
      try Self.fold(root, &state, endingAt: number)
    }
  }

  /// Folds what is left and gives the file back. Whatever fails, the file is given back.
  package func close(_ root: TreeSnapshot) async throws {
    try await perform { state in
      defer {
        // In this order: who opens it next finds it closed.
        state.connection = nil
        state.fileLock?.release()
      }
      try Self.fold(root, &state)
    }
  }
}

// MARK: Care

extension SQLiteJournal {
  /// Makes a new file hold this tree, as it was after a commit, and ends.
  func fill(_ root: TreeSnapshot, number: Int64) throws {
    try lock.withLock {
      state.number = number
      state.dirty = .everything
      try Self.fold(root, &state)
      // The log does not come along when the file gets its name.
      try state.connection?.emptyWriteAheadLog()
      state.connection = nil
      state.fileLock?.release()
    }
  }

  /// Gives room that is no longer needed back to the file system.
  package func compact(_ root: TreeSnapshot) async throws {
    try await perform { state in
      try Self.fold(root, &state)
      try Self.writing(&state) { connection, _ in
        try LogRows.forgetAll(connection)
        try connection.execute("VACUUM")
        connection.foldWriteAheadLog()
      }
    }
  }
}
