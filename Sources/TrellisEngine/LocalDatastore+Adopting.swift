import TrellisPages
package import TrellisTree

/// What another process has written, made one's own: for a database that only reads.
extension LocalDatastore {
  /// Publishes commits that follow those that are known.
  package func adopt(_ commits: [Commit]) throws {
    try publish { state in
      var signals: [Listener.Signal] = []
      for commit in commits {
        let before = state.indexes.isEmpty ? nil : arena.pin()
        var edit = arena.begin()
        for change in commit.changes { edit.apply(change) }
        _ = edit.publish()
        state.history.append(commit)
        signals += tell(commit, before, &state)
      }
      return signals
    }
  }

  /// Publishes another state of the tree; what led to it is not known.
  package func adopt(_ content: JournalContent) throws {
    withState { $0.statisticsBefore = arena.statistics }
    defer { withState { $0.statisticsBefore = nil } }
    // Without the lock, for it takes as long as opening: nobody else changes a tree that is only read.
    var edit = arena.begin()
    try content.fill(&edit)
    for change in content.commits.flatMap(\.changes) { edit.apply(change) }
    let version = edit.apply()
    try publish { state in
      let before = state.indexes.isEmpty ? nil : arena.pin()
      arena.publish(version)
      state.history.restart(at: (content.history.first?.number).map { $0 - 1 } ?? content.number)
      for commit in content.history { state.history.append(commit) }
      for commit in content.commits { state.history.append(commit) }
      let everything = Commit(number: state.history.applied, milliseconds: 0, changes: [TreeWrite.Change(.root, .null)], origin: nil)
      return tell(everything, before, &state)
    }
  }

  private func publish(_ body: (inout State) throws -> [Listener.Signal]) throws {
    let signals = try withState { state in
      try requireOpen()
      return try body(&state) + state.commitListeners.values
    }
    for signal in signals { signal.yield() }
  }
}
