package import TrellisTree

extension TreeQuery {
  /// The same query without its limit.
  package var unlimited: TreeQuery {
    var query = self
    query.limit = nil
    return query
  }

  /// The same query with this limit in place of its own.
  package func limited(toFirst count: Int) -> TreeQuery {
    var query = self
    query.limit = .first(count)
    return query
  }

  /// The same query, going on behind a child that it has found.
  package func resumed(behind key: TreeKey, _ child: some TreeReading) -> TreeQuery {
    var query = self
    if ordering == .key {
      query.start = Bound(value: .string(key.text), key: nil, isInclusive: false)
    } else {
      let (value, isBranch): (Tree.Scalar?, Bool) =
        switch ordering.value(of: child) {
        case .nothing: (nil, false)
        case .scalar(let scalar): (scalar, false)
        case .branch: (nil, true)
        }
      query.start = Bound(value: value, key: key, isInclusive: false, isBranch: isBranch)
    }
    return query
  }
}
