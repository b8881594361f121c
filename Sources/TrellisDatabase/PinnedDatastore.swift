package import TrellisPages
package import TrellisTree

/// One version of a tree, read only: what `database.snapshot()` hands out.
package final class PinnedDatastore: Datastore {
  private let root: TreeSnapshot
  private let policy: (any AccessPolicy)?
  private let milliseconds: Int64
  private let number: Int64

  package init(root: TreeSnapshot, number: Int64, policy: (any AccessPolicy)?, milliseconds: Int64) {
    self.root = root
    self.number = number
    self.policy = policy
    self.milliseconds = milliseconds
  }

  private func admit(_ query: TreeQuery, _ auth: Auth?, isListening: Bool = false) throws {
    try policy?.admit(ReadRequest(query: query, isListening: isListening, auth: auth, milliseconds: milliseconds, root: root))
  }

  package func read(_ paths: [TreePath], as auth: Auth?) async throws -> [TreeSnapshot] {
    try paths.map {
      try admit(TreeQuery($0), auth)
      return root[path: $0]
    }
  }

  package func read(_ query: TreeQuery, as auth: Auth?) async throws -> QueryResult {
    try admit(query, auth)
    return QueryResult(query, root: root)
  }

  package func read(
    _ paths: [TreePath], as auth: Auth?, by policy: ReadPolicy?
  ) async throws -> (nodes: [TreeSnapshot], source: Snapshot.Source) {
    try refuse(policy, paths.first)
    return (try await read(paths, as: auth), .cached)
  }

  package func read(
    _ query: TreeQuery, as auth: Auth?, by policy: ReadPolicy?
  ) async throws -> (result: QueryResult, source: Snapshot.Source) {
    try refuse(policy, query.path)
    return (try await read(query, as: auth), .cached)
  }

  private func refuse(_ policy: ReadPolicy?, _ path: TreePath?) throws {
    guard policy == .latest else { return }
    throw TrellisError(
      .invalid, at: path, "a snapshot of a database stays what it was; read the latest from the database it was taken from")
  }

  package func write(_ write: TreeWrite, as auth: Auth?) async throws -> Commit { throw readOnly(write.changes.first?.path) }

  package func transaction(
    at path: TreePath, keepingPriority: Bool, as auth: Auth?, _ body: @Sendable (Tree) throws -> Tree?
  ) async throws -> TransactionResult { throw readOnly(path) }

  package func importJSON(
    at path: TreePath, options: JSONOptions, as auth: Auth?, from next: @escaping @Sendable () throws -> [UInt8]?
  ) async throws -> Int64 { throw readOnly(path) }

  /// The one state there is, then the end.
  package func observe(_ query: TreeQuery, as auth: Auth?) -> QueryUpdates {
    QueryUpdates {
      let changes = AsyncThrowingStream<Void, any Error> { continuation in
        continuation.yield()
        continuation.finish()
      }
      return QueryUpdates.Source(changes: changes) {
        try self.admit(query, auth, isListening: true)
        return QueryResult(query, root: self.root)
      }
    }
  }

  package func commitNumber() async throws -> Int64 { number }

  package func commits(since number: Int64) -> Commits {
    Commits(since: number) {
      Commits.Source(changes: AsyncThrowingStream { $0.finish(throwing: self.readOnly(nil)) }) { _ in [] }
    }
  }

  package func snapshot() async throws -> any Datastore { self }
  package func flush() async throws {}
  package func close() async throws {}

  private func readOnly(_ path: TreePath?) -> TrellisError {
    TrellisError(.readOnly, at: path, "a snapshot of a database never changes; write to the database it was taken from")
  }
}
