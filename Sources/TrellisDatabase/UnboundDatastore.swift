import TrellisPages
import TrellisTree

extension Database {
  /// A handle to nothing: every operation throws `.disconnected`. What drafts and fixtures belong to.
  public static let unbound = Database(UnboundDatastore())
}

private final class UnboundDatastore: Datastore {
  private func error(_ path: TreePath? = nil) -> TrellisError {
    TrellisError(
      .disconnected, at: path,
      "there is no database: call Database.setDefault(_:) at launch, use Database.withCurrent(_:_:), or pass `in:`")
  }

  func read(_ paths: [TreePath], as auth: Auth?) async throws -> [TreeSnapshot] { throw error(paths.first) }
  func read(_ query: TreeQuery, as auth: Auth?) async throws -> QueryResult { throw error(query.path) }
  func write(_ write: TreeWrite, as auth: Auth?) async throws -> Commit { throw error(write.changes.first?.path) }

  func observe(_ query: TreeQuery, as auth: Auth?) -> QueryUpdates {
    let error = error(query.path)
    return QueryUpdates { QueryUpdates.Source(changes: AsyncThrowingStream { $0.finish(throwing: error) }) { throw error } }
  }

  func commitNumber() async throws -> Int64 { throw error() }

  func commits(since number: Int64) -> Commits {
    let error = error()
    return Commits(since: number) { Commits.Source(changes: AsyncThrowingStream { $0.finish(throwing: error) }) { _ in throw error } }
  }

  func snapshot() async throws -> any Datastore { throw error() }
  func flush() async throws { throw error() }
  func close() async throws {}
}
