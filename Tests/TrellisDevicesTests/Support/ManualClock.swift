import TrellisDevices
import TrellisTree

/// Time that passes when it is told to: the server's and that of all devices.
final class ManualClock: DeviceClock {
  private struct State {
    var milliseconds: Int64
    var sleepers: [Int: (until: Duration, waiter: CheckedContinuation<Void, any Error>)] = [:]
    var next = 0
  }

  private let state: Locked<State>

  init(_ milliseconds: Int64) { state = Locked(State(milliseconds: milliseconds)) }

  var milliseconds: Int64 { state.withLock(\.milliseconds) }
  var now: Duration { .milliseconds(milliseconds) }

  /// Lets a millisecond pass, without waking anybody who sleeps longer.
  func tick() -> Int64 {
    advance(to: milliseconds + 1)
    return milliseconds
  }

  func advance(to milliseconds: Int64) {
    let due = state.withLock { state in
      state.milliseconds = max(state.milliseconds, milliseconds)
      let due = state.sleepers.filter { $0.value.until <= .milliseconds(state.milliseconds) }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values.map(\.waiter)
    }
    for waiter in due { waiter.resume() }
  }

  func sleep(until time: Duration) async throws {
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiter in
        let answer: Result<Void, any Error>? = state.withLock { state in
          if Task.isCancelled { return .failure(CancellationError()) }
          if time <= .milliseconds(state.milliseconds) { return .success(()) }
          state.sleepers[id] = (time, waiter)
          return nil
        }
        if let answer { waiter.resume(with: answer) }
      }
    } onCancel: {
      state.withLock { $0.sleepers.removeValue(forKey: id) }?.waiter.resume(throwing: CancellationError())
    }
  }
}
