import TrellisDatabase

/// One observation of a query: what is done when a commit concerns its place.
///
/// Sendable: all of it is touched under the datastore's lock only, but for `finish`, which each is told once, when it has been
/// taken out.
class Listener: @unchecked Sendable {
  typealias Signal = AsyncThrowingStream<Void, any Error>.Continuation

  /// Its place among those that listen where it does. See `ListenerTrie`.
  @exclusivity(unchecked) final var position = 0
  /// The last commit it was told of, so that a commit of several changes tells it once.
  @exclusivity(unchecked) final var told: Int64 = -1

  /// A commit concerns its place. What is to be done once the lock is gone is added to `signals`.
  func hear(_ states: inout SharedStates, _ signals: inout [Signal]) {}

  func finish(throwing error: any Error) {}
}

/// Says "look again". Several commits may be one look.
///
/// Sendable: see `Listener`; what it adds is immutable and Sendable by itself.
final class SignalListener: Listener, @unchecked Sendable {
  private let signal: Signal

  init(_ signal: Signal) { self.signal = signal }

  override func hear(_ states: inout SharedStates, _ signals: inout [Signal]) { signals.append(signal) }
  override func finish(throwing error: any Error) { signal.finish(throwing: error) }
}

/// Hands over each state of the tree in turn, with the index that the query uses.
///
/// Sendable: see `Listener`; what it adds is immutable, and called under the lock.
final class StateListener: Listener, @unchecked Sendable {
  private let index: IndexSet.Name?
  /// Runs under the lock, and is short.
  private let take: (QueryChanges.State) -> Void
  private let end: (any Error) -> Void

  init(_ index: IndexSet.Name?, _ take: @escaping (QueryChanges.State) -> Void, finish end: @escaping (any Error) -> Void = { _ in }) {
    self.index = index
    self.take = take
    self.end = end
  }

  override func hear(_ states: inout SharedStates, _ signals: inout [Signal]) { take(states[index]) }
  override func finish(throwing error: any Error) { end(error) }
}
