package import TrellisPages
package import TrellisTree

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

  /// The same with the help of an index of the same version.
  package func rows(in node: TreeSnapshot, by index: IndexSnapshot?) -> [QueryRow<TreeSnapshot>] {
    guard let index, ordering != .key else { return rows(in: node) }
    return index.isTrivial ? rowsWithoutValues(node) : rowsByIndex(node, index)
  }

  private func rowsInKeyOrder<Node: TreeReading>(_ node: Node) -> [QueryRow<Node>] {
    var rows: [QueryRow<Node>] = []
    let backward = if case .last = limit { true } else { false }
    var cursor = node.cursor(from: cursorBound(backward), backward ? .backward : .forward)
    let most = limit?.count ?? .max
    while rows.count < most, cursor.next() {
      let key = cursor.key
      guard contains(OrderPoint(.nothing, key)) else { break }
      rows.append(QueryRow(key, cursor.node, .nothing))
    }
    return backward ? rows.reversed() : rows
  }

  /// Where the first row lies, seen in the direction of travel.
  private func cursorBound(_ backward: Bool) -> TreeBound {
    let bound = backward ? end : start
    return TreeBound((backward ? endPoint : startPoint)?.key, isInclusive: bound?.isInclusive ?? true)
  }

  /// All children tie, so key order is the order.
  private func rowsWithoutValues(_ node: TreeSnapshot) -> [QueryRow<TreeSnapshot>] {
    let (from, to) = (startPoint, endPoint)
    // A bound that is a value lies beyond all children: it keeps all of them out, or none.
    if let from, from.value != .nothing { return [] }
    let backward = if case .last = limit { true } else { false }
    let first = backward ? (to?.value == .nothing ? (end, to) : (nil, nil)) : (start, from)
    var cursor = node.cursor(from: TreeBound(first.1?.key, isInclusive: first.0?.isInclusive ?? true), backward ? .backward : .forward)
    var rows: [QueryRow<TreeSnapshot>] = []
    let most = limit?.count ?? .max
    while rows.count < most, cursor.next() {
      let key = cursor.key
      guard contains(OrderPoint(.nothing, key)) else { break }
      rows.append(QueryRow(key, cursor.node, .nothing))
    }
    return backward ? rows.reversed() : rows
  }

  private func rowsByIndex(_ node: TreeSnapshot, _ index: IndexSnapshot) -> [QueryRow<TreeSnapshot>] {
    let backward = if case .last = limit { true } else { false }
    let bound = (backward ? end : start).flatMap { bound in
      (backward ? endPoint : startPoint).map { IndexSnapshot.Start(point: $0, isInclusive: bound.isInclusive) }
    }
    var keys = index.keys(of: node, from: bound, backward ? .backward : .forward)
    var rows: [QueryRow<TreeSnapshot>] = []
    let most = limit?.count ?? .max
    while rows.count < most, let key = keys.next() {
      let child = node[key]
      let value = ordering.value(of: child)
      guard contains(OrderPoint(value, key)) else { break }
      rows.append(QueryRow(key, child, value))
    }
    return backward ? rows.reversed() : rows
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
    return kept.map { QueryRow($0.point.key, $0.node, $0.point.value) }
  }
}

extension TreeBound {
  init(_ key: TreeKey?, isInclusive: Bool) {
    guard let key else {
      self = .unbounded
      return
    }
    self = isInclusive ? .at(key) : .past(key)
  }
}

extension TreeQuery.Limit {
  package var count: Int {
    switch self {
    case .first(let count), .last(let count): count
    }
  }
}
