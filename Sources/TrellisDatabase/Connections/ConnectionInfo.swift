import TrellisPages
import TrellisQueries
import TrellisTree

/// What stands at `/.info`: a connection's own state. It differs from data (data model §11): who listens where nothing stands
/// is told nothing, and what is set to what it was raises nothing.
final class ConnectionInfo: Sendable {
  private typealias Signal = AsyncThrowingStream<Void, any Error>.Continuation

  private struct State {
    var tree: Tree
    var listeners: [Int: (path: TreePath, signal: Signal)] = [:]
    var next = 0
  }

  private let state: Locked<State>

  init(_ tree: Tree) { state = Locked(State(tree: tree)) }

  func set(_ key: TreeKey, _ value: Tree) {
    let signals = state.withLock { state -> [Signal] in
      if state.tree[key] == value { return [] }
      state.tree[path: TreePath([key])] = value
      return state.listeners.values.filter { $0.path.keys.isEmpty || $0.path.keys.first == key }.map(\.signal)
    }
    for signal in signals { signal.yield() }
  }

  /// Ends all observations: nothing changes any more.
  func finish(throwing error: (any Error)? = nil) {
    let signals = state.withLock { state in
      defer { state.listeners = [:] }
      return state.listeners.values.map(\.signal)
    }
    for signal in signals { signal.finish(throwing: error) }
  }

  /// The tree with this at its place.
  private var root: TreeSnapshot { TreeSnapshot(Tree.branch([(TreePath.info, state.withLock(\.tree))])) }

  func node(at path: TreePath) -> TreeSnapshot { root[path: path] }

  func result(_ query: TreeQuery) -> QueryResult { QueryResult(query, root: root) }

  func observe(_ query: TreeQuery) -> QueryUpdates {
    QueryUpdates {
      QueryUpdates.Source(changes: self.signals(TreePath(Array(query.path.keys.dropFirst())))) { self.result(query) }
    }
  }

  private func signals(_ path: TreePath) -> AsyncThrowingStream<Void, any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { signal in
      let (id, isThere) = state.withLock { state in
        state.next += 1
        state.listeners[state.next] = (path, signal)
        return (state.next, state.tree[path: path].exists)
      }
      signal.onTermination = { [weak self] _ in self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) } }
      if isThere { signal.yield() }
    }
  }
}
