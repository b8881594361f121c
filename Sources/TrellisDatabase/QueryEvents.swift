public import TrellisQueries

/// What an observer of a query is told, one after the other: what happened to children, then the result.
public enum QueryEvent: Sendable {
  case child(ChildEvent)
  /// The result after all events so far. The first one says that all that is there has been told.
  case value(QueryResult)
}

/// The events of a query in the order of the Realtime Database (data model §6): of each change those of children, then the
/// value. See `QueryChanges` for slow readers.
///
/// ```swift
/// for try await event in database.events(of: query) {
///   switch event {
///   case .child(let child): print(child.kind, child.key, child.previousKey ?? "-")
///   case .value(let result): print(result.count)
///   }
/// }
/// ```
public struct QueryEvents: AsyncSequence, Sendable {
  public typealias Element = QueryEvent

  private let changes: QueryChanges

  package init(_ changes: QueryChanges) { self.changes = changes }

  /// What comes after the first value: changes only.
  public var changesOnly: QueryEvents { QueryEvents(changes.changesOnly) }

  public func makeAsyncIterator() -> Iterator { Iterator(changes.makeAsyncIterator()) }

  public struct Iterator: AsyncIteratorProtocol {
    private var changes: QueryChanges.Iterator
    /// Of the last change, from the next event on.
    private var events: ArraySlice<ChildEvent> = []
    private var result: QueryResult?

    fileprivate init(_ changes: QueryChanges.Iterator) { self.changes = changes }

    public mutating func next() async throws -> QueryEvent? { try await next(isolation: #isolation) }

    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> QueryEvent? {
      if let event = events.popFirst() { return .child(event) }
      if let value = result.take() { return .value(value) }
      guard let change = try await changes.next(isolation: actor) else { return nil }
      events = change.events[...]
      result = change.result
      return try await next(isolation: actor)
    }
  }
}
