// A datastore without anything of ours behind it.
import Synchronization
import Trellis

final class OneTree: Datastore {
  private let state = Mutex((tree: Tree.null, number: Int64(0)))

  func read(_ paths: [TreePath], as auth: Auth?) async throws -> [TreeSnapshot] {
    state.withLock { state in paths.map { TreeSnapshot(state.tree[path: $0]) } }
  }

  func read(_ query: TreeQuery, as auth: Auth?) async throws -> QueryResult { result(query) }

  private func result(_ query: TreeQuery) -> QueryResult {
    QueryResult(query, in: TreeSnapshot(state.withLock { $0.tree[path: query.path] }))
  }

  func write(_ write: TreeWrite, as auth: Auth?) async throws -> Commit {
    try state.withLock { state in
      if write.condition != nil { throw TrellisError(.conflict, "no conditions here") }
      state.number += 1
      return write.carryOut(on: &state.tree, number: state.number, milliseconds: 0, origin: auth?.uid)
    }
  }

  private func once() -> AsyncThrowingStream<Void, any Error> {
    AsyncThrowingStream { stream in
      stream.yield()
      stream.finish()
    }
  }

  func observe(_ query: TreeQuery, as auth: Auth?) -> QueryUpdates {
    QueryUpdates(changes: { self.once() }, current: { self.result(query) })
  }

  func commits(since number: Int64) -> Commits { Commits(since: number, changes: { self.once() }, behind: { _ in [] }) }
  func commitNumber() async throws -> Int64 { state.withLock { $0.number } }
  func snapshot() async throws -> any Datastore { self }
  func flush() async throws {}
  func close() async throws {}
}
