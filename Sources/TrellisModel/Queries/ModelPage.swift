import TrellisDatabase
import TrellisQueries
import TrellisTree

/// Some of the members that a query finds, and where to go on.
public struct ModelPage<M: Queryable> {
  public let models: [M]
  /// Where the next page begins; nil when this one is the last.
  public let next: ModelCursor<M>?
}

extension ModelQuery {
  /// The first members, at most so many.
  ///
  /// ```swift
  /// let page = try await Artist.ordered(by: \.$lastName).page(of: 20)
  /// let more = try await page.next.map { try await Artist.ordered(by: \.$lastName).after($0).page(of: 20) }
  /// ```
  /// A page that is full has a next one, which may turn out to be empty. Members that others insert or move in between come on the
  /// page where they belong from then on; none comes twice that has not moved. Read from `database.snapshot()` to see one state.
  ///
  /// - Throws: `.invalid` for a size below 1, and for a query that takes its members from the other end; else as `fetch()`.
  public func page(of size: Int) async throws -> sending ModelPage<M> {
    let plan = try pageable(size)
    let most = Swift.min(size, plan.limit?.count ?? .max)
    let result = try await database.get(plan.limited(to: isReversed ? .last(most) : .first(most)))
    let next = cursor(behind: result, most, plan)
    return ModelPage(models: try models(result, try await prefetched(for: result)), next: next)
  }

  private func pageable(_ size: Int) throws -> TreeQuery {
    let plan = try plan.get()
    if size <= 0 { throw TrellisError(.invalid, at: plan.path, "a page has \(size) members; it has at least 1") }
    switch (plan.limit, isReversed) {
    case (nil, _), (.first?, false), (.last?, true): return plan
    default:
      throw TrellisError(
        .invalid, at: plan.path,
        "pages go from the query's start, but the limit counts from its end; limit with first(_:), or fetch the last ones at once")
    }
  }

  private func cursor(behind result: QueryResult, _ most: Int, _ plan: TreeQuery) -> ModelCursor<M>? {
    guard result.count == most, let last = isReversed ? result.first : result.last else { return nil }
    let rest = plan.limit.map { $0.count - most }
    if rest == 0 { return nil }
    return ModelCursor(
      path: plan.path, ordering: plan.ordering, isReversed: isReversed, position: plan.position(of: last.key, last.node), rest: rest)
  }

  /// The same query from behind a cursor on.
  ///
  /// Running it throws `.invalid` when the cursor is of another collection, ordering, direction or range.
  public func after(_ cursor: ModelCursor<M>) -> ModelQuery {
    guard case .success(let plan) = plan else { return self }
    guard cursor.path == plan.path, cursor.ordering == plan.ordering, cursor.isReversed == isReversed,
      plan.contains(cursor.position)
    else {
      return failing(TrellisError(.invalid, at: plan.path, "the cursor is of another query: use it with the one that it came from"))
    }
    return going(on: plan, cursor)
  }

  private func going(on plan: TreeQuery, _ cursor: ModelCursor<M>) -> ModelQuery {
    changing { (_) throws(TreeQuery.Invalid) in
      let resumed = plan.resumed(from: cursor.position, backward: isReversed)
      return cursor.rest.map { resumed.limited(to: isReversed ? .last($0) : .first($0)) } ?? resumed
    }
  }
}
