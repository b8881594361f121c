public import TrellisDatabase
import TrellisPages
import TrellisQueries
public import TrellisTree

extension LocalDatastore {
  public func observe(_ query: TreeQuery, as auth: Auth?) -> QueryUpdates {
    QueryUpdates {
      let admission = Admission()
      return QueryUpdates.Source(changes: self.signals(at: query.path)) { try self.currentResult(query, auth, admission) }
    }
  }

  public func changes(of query: TreeQuery, as auth: Auth?) -> QueryChanges {
    QueryChanges {
      let admission = Admission()
      return .states(self.states(for: query)) { state in try self.view(query, auth, state, admission) }
    }
  }

  private func view(_ query: TreeQuery, _ auth: Auth?, _ state: QueryChanges.State, _ admission: Admission) throws -> QueryView {
    try admit(query, auth, state.root, admission)
    // States to come have it.
    if state.index == nil, let name = IndexSet.name(for: query) { _ = makeIndex(name, state.root) }
    return QueryView(query, state.root[path: query.path], index: state.index)
  }

  /// Calls a closure under the lock with the state after each commit that concerns a query's place. It must be short, and not
  /// call the database. For measurements: what listening costs before there is a stream.
  package func listen(to query: TreeQuery, _ take: @escaping (QueryChanges.State) -> Void) {
    withState { $0.listeners.add(StateListener(IndexSet.name(for: query), take), at: query.path) }
  }

  /// A stream of the state at once and after each commit that concerns a query's place.
  private func states(for query: TreeQuery) -> AsyncThrowingStream<QueryChanges.State, any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(QueryChanges.mostStates)) { states in
      let name = IndexSet.name(for: query)
      let listener = StateListener(name, { states.yield($0) }, finish: { states.finish(throwing: $0) })
      withState { state in
        // Under the lock, so that no commit falls between the first state and those that follow.
        states.yield(QueryChanges.State(root: arena.pin(), index: name.flatMap { state.indexes.use($0) }))
        state.listeners.add(listener, at: query.path)
      }
      states.onTermination = { [weak self] _ in self?.withState { $0.listeners.remove(listener, at: query.path) } }
      do { try requireOpen() } catch { states.finish(throwing: error) }
    }
  }

  public func commitNumber() async throws -> Int64 {
    try requireOpen()
    return withState { $0.history.published }
  }

  public func commits(since number: Int64) -> Commits {
    Commits(since: number) {
      Commits.Source(changes: self.commitSignals()) { number in
        try self.requireOpen()
        return try self.withState { try $0.history.published(behind: number) }
      }
    }
  }

  /// A stream that says "look again" at once and after each change that concerns a path. It holds one signal at most.
  private func signals(at path: TreePath) -> AsyncThrowingStream<Void, any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { signal in
      let listener = SignalListener(signal)
      withState { $0.listeners.add(listener, at: path) }
      start(signal) { $0.listeners.remove(listener, at: path) }
    }
  }

  private func commitSignals() -> AsyncThrowingStream<Void, any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { signal in
      let id = withState { state in
        state.nextCommitListener += 1
        state.commitListeners[state.nextCommitListener] = signal
        return state.nextCommitListener
      }
      start(signal) { $0.commitListeners[id] = nil }
    }
  }

  private func start(_ signal: Listener.Signal, remove: @escaping @Sendable (inout State) -> Void) {
    signal.onTermination = { [weak self] _ in self?.withState { remove(&$0) } }
    // Closed between the caller's question and now: nobody else would end it.
    do { try requireOpen() } catch { return signal.finish(throwing: error) }
    signal.yield()
  }
}
