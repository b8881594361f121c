package import TrellisPages
package import TrellisTree

/// What a query shows of one version of the tree.
///
/// Of a query without a limit only what is asked for is looked up, so a view of a million children costs nothing yet.
package struct QueryView: Sendable {
  package let query: TreeQuery
  /// What stands at the query's path: all of it.
  package let node: TreeSnapshot
  /// An index of the same version, if there is one.
  let index: IndexSnapshot?
  private let found: Rows

  package init(_ query: TreeQuery, _ node: TreeSnapshot, index: IndexSnapshot? = nil) {
    self.query = query
    self.node = node
    self.index = index
    let isSmall = query.limit != nil || node.count <= 16
    found = isSmall ? .found(query.rows(in: node, by: index)) : .onDemand(Locked(nil))
  }

  private enum Rows: Sendable {
    case found([QueryRow<TreeSnapshot>])
    case onDemand(Locked<[QueryRow<TreeSnapshot>]?>)
  }

  /// The children that match, in the query's order.
  package var rows: [QueryRow<TreeSnapshot>] {
    switch found {
    case .found(let rows): return rows
    case .onDemand(let rows):
      return rows.withLock { known in
        if let known { return known }
        let rows = query.rows(in: node, by: index)
        known = rows
        return rows
      }
    }
  }

  /// Whether an index serves it.
  package var isIndexed: Bool { query.ordering != .key && index != nil }

  /// How many children match.
  package var count: Int { query.loadsAllData ? node.count : rows.count }
}

extension QueryView {
  /// Whether children are found in order without looking at all of them.
  private var isOrdered: Bool { query.ordering == .key || index != nil }

  /// The key of the child that comes right before a point in the view.
  func key(before point: OrderPoint) -> TreeKey? {
    guard query.limit == nil, isOrdered else { return keyInRows(before: point) }
    let previous: TreeKey?
    if query.ordering == .key || index?.isTrivial == true {
      var cursor = node.cursor(from: .past(point.key), .backward)
      previous = cursor.next() ? cursor.key : nil
    } else {
      var keys = index?.keys(of: node, from: IndexSnapshot.Start(point: point, isInclusive: false), .backward)
      previous = keys?.next()
    }
    guard let previous, contains(previous, node[previous]) else { return nil }
    return previous
  }

  private func keyInRows(before point: OrderPoint) -> TreeKey? {
    let rows = rows
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].point < point { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? rows[low - 1].key : nil
  }

  func point(_ key: TreeKey, _ child: TreeSnapshot) -> OrderPoint { OrderPoint(query.ordering.value(of: child), key) }

  /// Whether a child that is there lies in the range; limits play no part.
  func contains(_ key: TreeKey, _ child: TreeSnapshot) -> Bool {
    (query.start == nil && query.end == nil) || query.contains(point(key, child))
  }
}
