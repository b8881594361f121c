package import TrellisPages

/// What tests and tools look at.
extension LocalDatastore {
  /// What the tree takes in memory.
  package var statistics: Statistics { withState { _ in arena.statistics } }

  /// How many observations and readers of commits there are.
  package var listenerCount: Int { withState { $0.listeners.count + $0.commitListeners.count } }

  /// How many tasks wait for their turn, behind the group that is being journaled.
  package var queueLength: Int { withState { $0.queue.count } }

  /// How many indexes there are, and what they take in memory.
  package var indexStatistics: (count: Int, bytes: Int) { withState { ($0.indexes.count, $0.indexes.byteCount) } }
}
