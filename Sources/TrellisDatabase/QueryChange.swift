public import TrellisQueries
import TrellisTree

/// What one change did to the result of a query: one coherent step from a result to the next.
///
/// ```swift
/// for try await change in database.changes(of: query) {
///   for event in change.events { print(event.kind, event.key) }
/// }
/// ```
public struct QueryChange: Sendable {
  /// The result after the change.
  public let result: QueryResult
  /// What happened to each child, in the order of data model §6.3. Empty when only the value of the place itself has changed.
  public let events: [ChildEvent]
  /// The result before; nil in the first step, which tells all that is there.
  public let previous: QueryResult?

  package init(result: QueryResult, events: [ChildEvent], previous: QueryResult?) {
    self.result = result
    self.events = events
    self.previous = previous
  }

  /// Whether this is the first step: with it the result is known as a whole.
  public var isInitial: Bool { previous == nil }

  /// The same as places in lists, for screens that show one. O(n log n).
  ///
  /// - Parameter newestFirst: whether the list shows the last child of the result at its top.
  public func difference(newestFirst: Bool = false) -> ListDifference {
    let (old, new) = (previous?.keys ?? [], result.keys)
    return ListDifference(
      from: newestFirst ? old.reversed() : old, to: newestFirst ? new.reversed() : new,
      changed: Set(events.lazy.filter { $0.kind == .changed }.map(\.key)))
  }
}
