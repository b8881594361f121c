import TrellisTree

/// A datastore whose transactions, once they are in each other's way, go one at a time, first come first served. Without
/// that, one that is a little slower than the others could lose to them again and again.
package protocol TurnTaking: AnyObject {
  /// Nil where there are none to take: behind a datastore that only passes on to another.
  var turns: Turns? { get }
}

package final class Turns: Sendable {
  private struct State {
    var isTaken = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())

  package init() {}

  fileprivate var isTaken: Bool { state.withLock { $0.isTaken } }

  fileprivate func take() async {
    await withCheckedContinuation { waiter in
      let isFree = state.withLock { state in
        if state.isTaken { state.waiting.append(waiter) }
        defer { state.isTaken = true }
        return !state.isTaken
      }
      if isFree { waiter.resume() }
    }
  }

  fileprivate func pass() {
    let next = state.withLock { state in
      state.isTaken = !state.waiting.isEmpty
      return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
    }
    next?.resume()
  }
}

/// One transaction's part in the turns.
package final class Turn: Sendable {
  /// That of the transaction which this task is carrying out.
  @TaskLocal package static var current: Turn?

  private let turns: Turns
  private let held = Locked(false)

  init(_ turns: Turns) { self.turns = turns }

  /// Whether others are taking turns, so that a newcomer has to wait for its own.
  var isNeeded: Bool { turns.isTaken }
  var isHeld: Bool { held.withLock { $0 } }

  /// Returns when it is this transaction's turn; at once if it is already.
  func take() async {
    if isHeld { return }
    await turns.take()
    held.withLock { $0 = true }
  }

  /// Lets the next one go. For the datastore: as soon as the write is applied, durable or not.
  package func pass() {
    let wasHeld = held.withLock { held in
      defer { held = false }
      return held
    }
    if wasHeld { turns.pass() }
  }
}
