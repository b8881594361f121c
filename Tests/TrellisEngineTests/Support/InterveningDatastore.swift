import TrellisDatabase
import TrellisEngine
import TrellisPages
import TrellisTree

/// A datastore that lets a test come in between a write and its being carried out. Its transactions are those that the
/// protocol gives every datastore.
final class InterveningDatastore: Datastore {
  typealias BeforeWrite = @Sendable (_ inner: LocalDatastore, _ number: Int) async throws -> Void

  let inner: LocalDatastore
  private let beforeWrite: BeforeWrite
  private let writes = Counter()

  init(_ tree: Tree = .null, beforeWrite: @escaping BeforeWrite = { _, _ in }) throws {
    inner = try LocalDatastore(tree)
    self.beforeWrite = beforeWrite
  }

  func read(_ paths: [TreePath], as auth: Auth?) async throws -> [TreeSnapshot] { try await inner.read(paths, as: auth) }
  func read(_ query: TreeQuery, as auth: Auth?) async throws -> QueryResult { try await inner.read(query, as: auth) }

  func write(_ write: TreeWrite, as auth: Auth?) async throws -> Commit {
    try await beforeWrite(inner, writes.add())
    return try await inner.write(write, as: auth)
  }

  func observe(_ query: TreeQuery, as auth: Auth?) -> QueryUpdates { inner.observe(query, as: auth) }
  func commitNumber() async throws -> Int64 { try await inner.commitNumber() }
  func commits(since number: Int64) -> Commits { inner.commits(since: number) }
  func snapshot() async throws -> any Datastore { try await inner.snapshot() }
  func flush() async throws { try await inner.flush() }
  func close() async throws { try await inner.close() }
}
