package import TrellisTree

/// Where a child stands in a query's result: what is needed to go on from there.
package struct QueryPosition: Sendable, Hashable {
  /// What it was ordered by; nil for nothing, for a branch, and in key order.
  package let value: Tree.Scalar?
  package let isBranch: Bool
  package let key: TreeKey

  package init(value: Tree.Scalar?, isBranch: Bool, key: TreeKey) {
    self.value = value
    self.isBranch = isBranch
    self.key = key
  }
}

extension TreeQuery {
  /// The same query without its limit.
  package var unlimited: TreeQuery {
    var query = self
    query.limit = nil
    return query
  }

  /// The same query with this limit in place of its own.
  package func limited(to limit: Limit) -> TreeQuery {
    var query = self
    query.limit = limit
    return query
  }

  package func limited(toFirst count: Int) -> TreeQuery { limited(to: .first(count)) }

  /// Where a child that the query has found stands.
  package func position(of key: TreeKey, _ child: some TreeReading) -> QueryPosition {
    switch ordering.value(of: child) {
    case .nothing: QueryPosition(value: nil, isBranch: false, key: key)
    case .scalar(let scalar): QueryPosition(value: scalar, isBranch: false, key: key)
    case .branch: QueryPosition(value: nil, isBranch: true, key: key)
    }
  }

  /// Whether a position lies within the range.
  package func contains(_ position: QueryPosition) -> Bool {
    contains(OrderPoint(position.isBranch ? .branch : OrderValue(position.value), position.key))
  }

  /// The same query, going on behind a position, or before it when it goes backward.
  package func resumed(from position: QueryPosition, backward: Bool) -> TreeQuery {
    var query = self
    let bound =
      ordering == .key
      ? Bound(value: .string(position.key.text), key: nil, isInclusive: false)
      : Bound(value: position.value, key: position.key, isInclusive: false, isBranch: position.isBranch)
    if backward { query.end = bound } else { query.start = bound }
    return query
  }

  /// The same query, going on behind a child that it has found.
  package func resumed(behind key: TreeKey, _ child: some TreeReading) -> TreeQuery {
    resumed(from: position(of: key, child), backward: false)
  }
}
