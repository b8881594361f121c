/// The result of a query, now and again whenever it has changed.
///
/// ```swift
/// for try await murals in database.observe("murals") { print(murals.count) }
/// ```
/// Each iteration begins with the current result. A reader slower than the writers skips to the newest: what it gets is
/// always a state that was really there, in the order of commits, and nothing queues up behind it. Leaving the loop or
/// cancelling the task ends the observation. It throws when the query may not be read, or no longer, and when the
/// database is closed.
public struct QueryUpdates: AsyncSequence, Sendable {
  public typealias Element = QueryResult

  /// One observation: something that says "look again", and the look.
  package struct Source: Sendable {
    package let changes: AsyncThrowingStream<Void, any Error>
    let current: @Sendable () throws -> QueryResult

    package init(changes: AsyncThrowingStream<Void, any Error>, current: @escaping @Sendable () throws -> QueryResult) {
      self.changes = changes
      self.current = current
    }
  }

  package let start: @Sendable () -> Source

  package init(_ start: @escaping @Sendable () -> Source) { self.start = start }

  public func makeAsyncIterator() -> Iterator { Iterator(start()) }

  public struct Iterator: AsyncIteratorProtocol {
    /// Nil after an error, which is the end.
    private var changes: AsyncThrowingStream<Void, any Error>.Iterator?
    private let current: @Sendable () throws -> QueryResult
    private var last: QueryResult?

    init(_ source: Source) {
      changes = source.changes.makeAsyncIterator()
      current = source.current
    }

    public mutating func next() async throws -> QueryResult? { try await next(isolation: #isolation) }

    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> QueryResult? {
      do {
        while try await changes?.next(isolation: actor) != nil {
          let result = try current()
          if let last, result.isEqual(to: last) { continue }
          last = result
          return result
        }
      } catch {
        changes = nil
        throw error
      }
      return nil
    }
  }
}
