public import TrellisDatabase
public import TrellisTree

extension LocalDatastore {
  public func observe(_ query: TreeQuery, as auth: Auth?) -> QueryUpdates {
    QueryUpdates {
      QueryUpdates.Source(changes: self.signals(at: query.path)) { try self.currentResult(query, auth) }
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
      let id = withState { $0.listeners.add(signal, at: path) }
      start(signal) { $0.listeners.remove(id, at: path) }
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

  private func start(_ signal: ListenerTrie.Signal, remove: @escaping @Sendable (inout State) -> Void) {
    signal.onTermination = { [weak self] _ in self?.withState { remove(&$0) } }
    // Closed between the caller's question and now: nobody else would end it.
    do { try requireOpen() } catch { return signal.finish(throwing: error) }
    signal.yield()
  }
}
