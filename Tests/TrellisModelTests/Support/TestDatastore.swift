import Synchronization
import Trellis

/// A datastore in memory that tells how often it was asked, and lets a test come in between a write and its being carried
/// out. Its transactions are those that the protocol gives every datastore.
final class TestDatastore: Datastore {
  /// Is given the datastore behind this one, the write, and its number from 1. What it throws, the write throws.
  typealias BeforeWrite = @Sendable (_ inner: LocalDatastore, _ write: TreeWrite, _ number: Int) async throws -> Void

  private struct Log {
    var reads = 0
    var writes: [TreeWrite] = []
  }

  let inner: LocalDatastore
  private let beforeWrite: BeforeWrite
  private let log = Mutex(Log())

  init(_ tree: Tree = .null, beforeWrite: @escaping BeforeWrite = { _, _, _ in }) throws {
    inner = try LocalDatastore(tree)
    self.beforeWrite = beforeWrite
  }

  /// How many round trips reading has taken.
  var reads: Int { log.withLock { $0.reads } }

  /// What writers asked for, whether it was carried out or not.
  var writes: [TreeWrite] { log.withLock { $0.writes } }

  func read(_ paths: [TreePath], as auth: Auth?) async throws -> [TreeSnapshot] {
    log.withLock { $0.reads += 1 }
    return try await inner.read(paths, as: auth)
  }

  func read(_ query: TreeQuery, as auth: Auth?) async throws -> QueryResult {
    log.withLock { $0.reads += 1 }
    return try await inner.read(query, as: auth)
  }

  func write(_ write: TreeWrite, as auth: Auth?) async throws -> Commit {
    let number = log.withLock {
      $0.writes.append(write)
      return $0.writes.count
    }
    try await beforeWrite(inner, write, number)
    return try await inner.write(write, as: auth)
  }

  func observe(_ query: TreeQuery, as auth: Auth?) -> QueryUpdates { inner.observe(query, as: auth) }
  func commitNumber() async throws -> Int64 { try await inner.commitNumber() }
  func commits(since number: Int64) -> Commits { inner.commits(since: number) }
  func snapshot() async throws -> any Datastore { try await inner.snapshot() }
  func flush() async throws { try await inner.flush() }
  func close() async throws { try await inner.close() }
}
