package import TrellisPages
package import TrellisTree

/// A child that a query found.
package struct QueryRow<Node> {
  package let key: TreeKey
  package let node: Node

  package init(_ key: TreeKey, _ node: Node) {
    self.key = key
    self.node = node
  }
}

extension QueryRow: Sendable where Node: Sendable {}

extension TreeQuery {
  /// The children that match, in ascending order (data model §5.2). `node` is what stands at the query's path.
  ///
  /// In key order it visits the result only; in other orders it visits all children.
  package func rows<Node: TreeReading>(in node: Node) -> [QueryRow<Node>] {
    ordering == .key ? rowsInKeyOrder(node) : rowsByScan(node)
  }

  /// The same for the node that every datastore has, made for it by the compiler.
  package func rows(in node: TreeSnapshot) -> [QueryRow<TreeSnapshot>] {
    ordering == .key ? rowsInKeyOrder(node) : rowsByScan(node)
  }

  private func rowsInKeyOrder<Node: TreeReading>(_ node: Node) -> [QueryRow<Node>] {
    var rows: [QueryRow<Node>] = []
    let backward = if case .last = limit { true } else { false }
    var cursor = node.cursor(from: cursorBound(backward), backward ? .backward : .forward)
    let most = limit?.count ?? .max
    while rows.count < most, cursor.next() {
      let key = cursor.key
      guard contains(OrderPoint(.nothing, key)) else { break }
      rows.append(QueryRow(key, cursor.node))
    }
    return backward ? rows.reversed() : rows
  }

  /// Where the first row lies, seen in the direction of travel.
  private func cursorBound(_ backward: Bool) -> TreeBound {
    guard let bound = backward ? end : start, let point = backward ? endPoint : startPoint else { return .unbounded }
    return bound.isInclusive ? .at(point.key) : .past(point.key)
  }

  private func rowsByScan<Node: TreeReading>(_ node: Node) -> [QueryRow<Node>] {
    var found: [(point: OrderPoint, node: Node)] = []
    let isRanged = start != nil || end != nil
    if !isRanged { found.reserveCapacity(node.count) }
    node.forEachChild { key, child in
      let point = OrderPoint(ordering.value(of: child), key)
      if !isRanged || contains(point) { found.append((point, child)) }
    }
    found.sort { $0.point < $1.point }
    let kept =
      switch limit {
      case .first(let count)?: found.prefix(count)
      case .last(let count)?: found.suffix(count)
      case nil: found[...]
      }
    return kept.map { QueryRow($0.point.key, $0.node) }
  }
}

extension TreeQuery.Limit {
  package var count: Int {
    switch self {
    case .first(let count), .last(let count): count
    }
  }
}
