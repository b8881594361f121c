import TrellisDatabase

/// One observation of a query: what is done when a commit concerns its place.
final class Listener {
  typealias Signal = AsyncThrowingStream<Void, any Error>.Continuation

  enum Action {
    /// Says "look again". Several commits may be one look.
    case signal(Signal)
    /// Hands over each state of the tree in turn, with the index the query uses. Runs under the lock, and is short.
    case states(IndexSet.Name?, (QueryChanges.State) -> Void, finish: (any Error) -> Void)
  }

  let action: Action
  /// The last commit it was told of, so that a commit of several changes tells it once.
  var told: Int64 = -1

  init(_ action: Action) { self.action = action }

  func finish(throwing error: any Error) {
    switch action {
    case .signal(let signal): signal.finish(throwing: error)
    case .states(_, _, let finish): finish(error)
    }
  }
}
