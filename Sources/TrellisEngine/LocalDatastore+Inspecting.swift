public import TrellisDatabase
package import TrellisPages
public import TrellisTree

/// What tests and tools look at.
extension LocalDatastore {
  public func recentCommits(_ most: Int) async throws -> [Commit] {
    try requireOpen()
    return withState { $0.history.newest(most) }
  }

  public func statistics() async throws -> DatabaseStatistics? {
    try requireOpen()
    let (tree, indexes) = (statistics, indexStatistics)
    return DatabaseStatistics(
      bytes: tree.liveBytes, retainedBytes: tree.retainedBytes, versions: tree.versions, indexes: indexes.count, indexBytes: indexes.bytes)
  }

  /// What the tree takes in memory. While a text is being imported, what it took before.
  package var statistics: Statistics { withState { $0.statisticsBefore ?? arena.statistics } }

  /// How many observations and readers of commits there are.
  package var listenerCount: Int { withState { $0.listeners.count + $0.commitListeners.count } }

  /// How many tasks wait for their turn, behind the group that is being journaled.
  package var queueLength: Int { withState { $0.queue.count } }

  /// How many indexes there are, and what they take in memory.
  package var indexStatistics: (count: Int, bytes: Int) { withState { ($0.indexes.count, $0.indexes.byteCount) } }
}
