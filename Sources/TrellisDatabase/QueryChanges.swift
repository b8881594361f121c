package import TrellisPages
package import TrellisQueries

/// What every change does to the result of a query, in the order of commits, none left out.
///
/// The first step tells all that is there, also when that is nothing. A reader slower than the writers is told the steps
/// one by one, up to 256 of them; beyond that, to bound the memory it takes, it is told what several commits did together,
/// as one step. Leaving the loop or cancelling the task ends it. It throws when the query may not be read, or no longer,
/// and when the database is closed.
public struct QueryChanges: AsyncSequence, Sendable {
  public typealias Element = QueryChange

  /// One observation.
  package enum Source: Sendable {
    /// States of the tree, and how to look at one.
    case states(AsyncThrowingStream<State, any Error>, view: @Sendable (State) throws -> QueryView)
    /// Results that others look up: of datastores that tell no more. What happens between two of them is one step.
    case results(QueryUpdates)
  }

  /// A state of the whole tree, with the index that the query uses. A class, so that a thousand listeners share one.
  package final class State: Sendable {
    package let root: TreeSnapshot
    package let index: IndexSnapshot?

    package init(root: TreeSnapshot, index: IndexSnapshot?) {
      self.root = root
      self.index = index
    }
  }

  /// How many states wait for a slow reader, at most.
  package static let mostStates = 256

  private let start: @Sendable () -> Source
  private var skipsInitial = false

  package init(_ start: @escaping @Sendable () -> Source) { self.start = start }

  /// What comes after the first step: changes only.
  public var changesOnly: QueryChanges {
    var changes = self
    changes.skipsInitial = true
    return changes
  }

  public func makeAsyncIterator() -> Iterator { Iterator(start(), skipsInitial: skipsInitial) }

  public struct Iterator: AsyncIteratorProtocol {
    private enum Views {
      case states(AsyncThrowingStream<State, any Error>.Iterator, view: @Sendable (State) throws -> QueryView)
      case results(QueryUpdates.Iterator)
      case ended
    }

    private var views: Views
    private let skipsInitial: Bool
    private var last: QueryView?

    fileprivate init(_ source: Source, skipsInitial: Bool) {
      self.skipsInitial = skipsInitial
      switch source {
      case .states(let states, let view): views = .states(states.makeAsyncIterator(), view: view)
      case .results(let results): views = .results(results.makeAsyncIterator())
      }
    }

    public mutating func next() async throws -> QueryChange? { try await next(isolation: #isolation) }

    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> QueryChange? {
      do {
        while let view = try await nextView(actor) {
          if let change = step(view) { return change }
        }
      } catch {
        views = .ended
        throw error
      }
      return nil
    }

    private mutating func nextView(_ actor: isolated (any Actor)?) async throws -> QueryView? {
      switch views {
      case .states(var states, let view):
        defer { views = .states(states, view: view) }
        return try await states.next(isolation: actor).map(view)
      case .results(var results):
        defer { views = .results(results) }
        return try await results.next(isolation: actor)?.view
      case .ended: return nil
      }
    }

    /// The step to a view; nil when there is nothing to tell.
    private mutating func step(_ view: QueryView) -> QueryChange? {
      guard let last else {
        self.last = view
        return skipsInitial ? nil : QueryChange(result: QueryResult(view), events: view.initialChange.events, previous: nil)
      }
      let change = view.change(since: last)
      // Also when nothing has changed: the older view would keep an older version of the tree in memory.
      self.last = view
      guard change.isVisible else { return nil }
      return QueryChange(result: QueryResult(view), events: change.events, previous: QueryResult(last))
    }
  }
}
