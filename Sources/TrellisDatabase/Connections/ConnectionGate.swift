import TrellisPages
import TrellisTree

/// What a connection and its handle share: whether it is online, what is left for its end, and who waits.
final class ConnectionGate: Sendable {
  private struct State {
    var isConnected: Bool
    var isClosed = false
    var writes = DisconnectWrites()
    var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
    var nextWaiter = 0
  }

  private let base: Database
  private let state: Locked<State>
  let info: ConnectionInfo

  init(_ base: Database, isConnected: Bool, _ info: Tree) {
    self.base = base
    state = Locked(State(isConnected: isConnected))
    self.info = ConnectionInfo(info)
    self.info.set("connected", .bool(isConnected))
  }

  var isConnected: Bool { state.withLock { $0.isConnected } }

  /// Changes what is left for the end.
  func change(_ body: (inout DisconnectWrites) -> Void) throws {
    try state.withLock { state in
      if state.isClosed { throw Self.closedError }
      body(&state.writes)
    }
  }

  static var closedError: TrellisError { TrellisError(.disconnected, "the connection has been closed; open another one") }

  // MARK: Going and coming

  /// What was left is taken, so it is written once, whoever ends the connection at the same time. What one user left is written
  /// though another's is refused; the first error is thrown.
  func disconnect(forever: Bool) async throws {
    let (writes, waiting) = state.withLock { state in
      defer {
        state.isConnected = false
        state.writes = DisconnectWrites()
        if forever { (state.isClosed, state.waiting) = (true, [:]) }
      }
      return (state.writes, forever ? Array(state.waiting.values) : [])
    }
    for waiter in waiting { waiter.resume(throwing: Self.closedError) }
    // Not part of the caller's task: it may be cancelled, and what was left is written all the same.
    let work = Task { [base] () throws in
      var refusal: (any Error)?
      for (write, auth) in try writes.writes() {
        do { _ = try await base.datastore.write(write, as: auth) } catch { refusal = refusal ?? error }
      }
      if let refusal { throw refusal }
    }
    let result = await work.result
    info.set("connected", false)
    if forever { info.finish() }
    try result.get()
  }

  func connect() {
    let waiting: [CheckedContinuation<Void, any Error>]? = state.withLock { state in
      if state.isClosed { return nil }
      defer { (state.isConnected, state.waiting) = (true, [:]) }
      return Array(state.waiting.values)
    }
    guard let waiting else { return }
    info.set("connected", true)
    for waiter in waiting { waiter.resume() }
  }

  /// Returns once it is online.
  ///
  /// - Throws: `.disconnected` when it is closed, `CancellationError` when the task is cancelled first.
  func waitUntilConnected() async throws {
    let id = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiter in
        let answer: Result<Void, any Error>? = state.withLock { state in
          if state.isClosed { return .failure(Self.closedError) }
          if state.isConnected { return .success(()) }
          if Task.isCancelled { return .failure(CancellationError()) }
          state.waiting[id] = waiter
          return nil
        }
        if let answer { waiter.resume(with: answer) }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: id) }?.resume(throwing: CancellationError())
    }
  }
}
