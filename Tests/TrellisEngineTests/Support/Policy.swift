import TrellisDatabase
import TrellisTree

/// An access policy made of two closures.
struct Policy: AccessPolicy {
  var read: @Sendable (ReadRequest) throws -> Void = { _ in }
  var write: @Sendable (WriteRequest) throws -> Void = { _ in }

  /// Set, it says each time that it is another policy, so that those who listen are asked about at each look.
  var changes: Counter?

  var revision: Int { changes?.add() ?? 0 }

  func admit(_ request: ReadRequest) throws { try read(request) }
  func admit(_ request: WriteRequest) throws { try write(request) }

  /// Only what lies at or below a place may be written.
  static func writable(_ path: TreePath) -> Policy {
    Policy(write: { request in
      for change in request.changes where !path.contains(change.path) {
        throw TrellisError(.permissionDenied, at: change.path, "only \(path) may be written")
      }
    })
  }
}

/// Counts, and lets tests wait until a count is reached.
final class Counter: Sendable {
  private struct State {
    var count = 0
    var waiting: [(count: Int, waiter: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Locked(State())

  var count: Int { state.withLock { $0.count } }

  @discardableResult
  func add() -> Int {
    let (count, reached) = state.withLock { state in
      state.count += 1
      let reached = state.waiting.filter { $0.count <= state.count }
      state.waiting.removeAll { $0.count <= state.count }
      return (state.count, reached)
    }
    for one in reached { one.waiter.resume() }
    return count
  }

  /// Returns once the count is reached, or when the task is cancelled because it takes too long.
  func reached(_ count: Int) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let isReached = state.withLock { state in
          let isReached = state.count >= count || Task.isCancelled
          if !isReached { state.waiting.append((count, waiter)) }
          return isReached
        }
        if isReached { waiter.resume() }
      }
    } onCancel: {
      let waiting = state.withLock { state in
        defer { state.waiting = [] }
        return state.waiting
      }
      for one in waiting { one.waiter.resume() }
    }
  }
}

extension Policy {
  /// Admits everything, and counts the writes it has admitted.
  static func counting(writes: Counter) -> Policy { Policy(write: { _ in writes.add() }) }

  /// Admits everything, and counts the reads it has admitted.
  static func counting(reads: Counter) -> Policy { Policy(read: { _ in reads.add() }, changes: Counter()) }
}
