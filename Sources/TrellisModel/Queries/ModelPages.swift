import TrellisDatabase
import TrellisQueries
import TrellisTree

/// The members that a query finds, a page at a time.
///
/// ```swift
/// for try await page in Artist.ordered(by: \.$lastName).pages(of: 20) { show(page) }
/// ```
/// Each page is read when it is asked for, and begins behind the last member of the page before: none comes twice, and none
/// is left out, but for those that others move in between. Read from `database.snapshot()` to see one state throughout.
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
    private let query: ModelQuery<M>
    private let size: Int
    /// What to ask for next; nil at the end.
    private var next: Result<TreeQuery, TrellisError>?
    /// Members still to come, of a query with a limit.
    private var rest: Int

    init(query: ModelQuery<M>, size: Int) {
      self.query = query
      self.size = size
      next = query.plan
      rest = .max
      guard case .success(let plan) = query.plan else { return }
      if size <= 0 { next = .failure(TrellisError(.invalid, at: plan.path, "a page has \(size) members; it has at least 1")) }
      switch plan.limit {
      case .first(let count)?:
        rest = count
        next = .success(plan.unlimited)
      case .last?:
        next = .failure(
          TrellisError(.invalid, at: plan.path, "pages go forward from the start; use first(_:), or fetch the last ones at once"))
      case nil: break
      }
    }

    public mutating func next() async throws -> [M]? { try await next(isolation: #isolation) }

    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> [M]? {
      guard let plan = next, rest > 0 else { return nil }
      next = nil
      let most = Swift.min(size, rest)
      let result = try await query.database.get(plan.get().limited(toFirst: most))
      rest -= result.count
      if result.count == most, let last = result.last {
        next = .success(try plan.get().resumed(behind: last.key, last.node))
      }
      let models = try query.models(result)
      return result.isEmpty ? nil : models
    }
  }
}

extension ModelQuery {
  /// The members found, in pages of at most this many.
  public func pages(of size: Int) -> ModelPages<M> { ModelPages(self, size: size) }
}
