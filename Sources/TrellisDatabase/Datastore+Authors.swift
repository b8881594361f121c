public import TrellisPages
import TrellisQueries
public import TrellisTree

// What authors of datastores make their answers of. `MinimalDatastore` of TrellisTesting shows all of it in use.

extension QueryResult {
  /// The children that a query finds in the node that stands at its path.
  public init(_ query: TreeQuery, in node: TreeSnapshot) { self.init(QueryView(query, node)) }
}

extension QueryUpdates {
  /// Results that are looked up anew whenever a stream says so.
  ///
  /// - Parameters:
  ///   - changes: begins an observation. Its stream gives one element at once, and one whenever the result may have changed; it should
  ///     keep the newest only (`bufferingPolicy: .bufferingNewest(1)`), so that nothing queues up. An error ends the observation.
  ///   - current: looks up the result.
  public init(
    changes: @escaping @Sendable () -> AsyncThrowingStream<Void, any Error>, current: @escaping @Sendable () throws -> QueryResult
  ) {
    self.init { Source(changes: changes(), current: current) }
  }
}

extension Commits {
  /// Commits that are looked up whenever a stream says so, as for `QueryUpdates`.
  ///
  /// - Parameter behind: gives the commits behind a number that there are, in order; throws `.historyGone` when some are no longer kept.
  public init(
    since number: Int64, changes: @escaping @Sendable () -> AsyncThrowingStream<Void, any Error>,
    behind: @escaping @Sendable (Int64) throws -> [Commit]
  ) {
    self.init(since: number) { Source(changes: changes(), behind: behind) }
  }
}

extension TreeWrite {
  /// Carries out the write on a tree, with every server value filled in. Whether its condition holds is to be looked at before.
  ///
  /// - Parameters:
  ///   - number: the number of the commit: 1 more than that of the one before.
  ///   - milliseconds: the time, in milliseconds since 1970.
  ///   - origin: the id of the user who asked.
  public func carryOut(on tree: inout Tree, number: Int64, milliseconds: Int64, origin: String?) -> Commit {
    let changes = resolved(now: milliseconds, against: tree)
    for change in changes { tree.apply(change) }
    return Commit(number: number, milliseconds: milliseconds, changes: changes, origin: origin)
  }
}
