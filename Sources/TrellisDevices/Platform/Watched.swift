import TrellisTree

/// A value that streams tell of: first as it is, then each time that it is set.
final class Watched<Value: Sendable>: Sendable {
  private struct State {
    var value: Value
    var watchers: [Int: AsyncStream<Value>.Continuation] = [:]
    var next = 0
  }

  private let state: Locked<State>

  init(_ value: Value) { state = Locked(State(value: value)) }

  var value: Value { state.withLock(\.value) }

  func set(_ value: Value) {
    state.withLock { state in
      state.value = value
      for watcher in state.watchers.values { watcher.yield(value) }
    }
  }

  func values() -> AsyncStream<Value> {
    AsyncStream { stream in
      let id = state.withLock { state in
        state.next += 1
        state.watchers[state.next] = stream
        stream.yield(state.value)
        return state.next
      }
      stream.onTermination = { [weak self] _ in self?.state.withLock { _ = $0.watchers.removeValue(forKey: id) } }
    }
  }
}
