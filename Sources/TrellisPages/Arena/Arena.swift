/// A paged tree with one linear history of versions.
///
/// One writer at a time makes versions; any number of threads read pinned ones without locks.
/// Two heads: *applied* is the newest version, *published* is the one readers pin.
package final class Arena: Sendable {
  let core = ArenaCore()

  package init() {}

  /// Snapshots may outlive the arena; the memory goes with the last of them.
  deinit { core.letGoOfSharedPin() }

  /// The published version, for reading. Readers between two publications share one pin. From any thread.
  package func pin() -> TreeSnapshot { core.pin() }

  /// The published version, if it is still this one.
  package func pin(_ version: Version) -> TreeSnapshot? {
    let snapshot = core.pin()
    return snapshot.version == version ? snapshot : nil
  }

  /// Starts an edit on top of the applied version. Traps when another edit is open.
  package func begin() -> Edit { Edit(core) }

  package var applied: Version { core.withWriter { $0.version($0.state.pointee.versions.newest) } }
  package var published: Version { core.published }

  /// Lets readers see an applied version, and with it all before it.
  package func publish(_ version: Version) { core.withWriter { core.publish(version, $0) } }

  /// Undoes applied versions newer than this one, which is the published one or an applied one after it.
  package func rewind(to version: Version) { core.withWriter { core.rewind(to: version, $0) } }

  /// Frees up to about `budget` blocks that nothing can see any more; true when more is waiting.
  @discardableResult
  package func reclaim(budget: Int = .max) -> Bool { core.withWriter { core.reclaim(budget, $0) } }

  package var statistics: Statistics { core.withWriter { core.statistics($0) } }
}
