import TrellisDatabase
import TrellisQueries
import TrellisTree

/// The members that a query finds, a page at a time.
///
/// ```swift
/// for try await page in Artist.ordered(by: \.$lastName).pages(of: 20) { show(page) }
/// ```
/// Each page is read when it is asked for, and begins behind the last member of the page before, by what it was ordered by and its
/// key: none comes twice, and none is left out, but for those that others move in between. It always ends. Read from
/// `database.snapshot()` to see one state throughout.
public struct ModelPages<M: Queryable>: AsyncSequence, Sendable {
  public typealias Element = [M]

  private let query: ModelQuery<M>
  private let size: Int

  init(_ query: ModelQuery<M>, size: Int) {
    self.query = query
    self.size = size
  }

  public func makeAsyncIterator() -> Iterator { Iterator(query: query, size: size) }

  public struct Iterator: AsyncIteratorProtocol {
    /// What to ask for next; nil at the end.
    private var next: ModelQuery<M>?
    private let size: Int

    init(query: ModelQuery<M>, size: Int) {
      next = query
      self.size = size
    }

    public mutating func next() async throws -> [M]? { try await next(isolation: #isolation) }

    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> [M]? {
      // Rows that cannot be read may leave a page empty that is not the last.
      while let query = next {
        next = nil
        let page = try await query.page(of: size)
        next = page.next.map { query.after($0) }
        if !page.models.isEmpty { return page.models }
      }
      return nil
    }
  }
}

extension ModelQuery {
  /// The members found, in pages of at most this many.
  public func pages(of size: Int) -> ModelPages<M> { ModelPages(self, size: size) }
}
