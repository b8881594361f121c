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
    return index.isTrivial ? rowsInKeyOrder(node) : rowsByIndex(node, index)
  }

  private var isBackward: Bool { if case .last = limit { true } else { false } }

  /// Where the first row lies, seen in the direction of travel.
  private var firstBound: IndexSnapshot.Start? {
    guard let bound = isBackward ? end : start, let point = isBackward ? endPoint : startPoint else { return nil }
    return IndexSnapshot.Start(point: point, isInclusive: bound.isInclusive)
  }

  /// Of children that all tie, in key order or because none has a value.
  private func rowsInKeyOrder<Node: TreeReading>(_ node: Node) -> [QueryRow<Node>] {
    // A bound that is a value lies beyond all of them: it keeps all of them out, or none.
    if let from = startPoint, from.value != .nothing { return [] }
    let first = firstBound.flatMap { $0.point.value == .nothing ? $0 : nil }
    var cursor = node.cursor(from: first.map { $0.isInclusive ? .at($0.point.key) : .past($0.point.key) } ?? .unbounded, direction)
    var rows: [QueryRow<Node>] = []
    if loadsAllData { rows.reserveCapacity(node.count) }
    let most = limit?.count ?? .max
    while rows.count < most, cursor.next() {
      let key = cursor.key
      guard contains(OrderPoint(.nothing, key)) else { break }
      rows.append(QueryRow(key, cursor.node, .nothing))
    }
    return isBackward ? rows.reversed() : rows
  }

  private func rowsByIndex(_ node: TreeSnapshot, _ index: IndexSnapshot) -> [QueryRow<TreeSnapshot>] {
    var keys = index.keys(of: node, from: firstBound, direction)
    var rows: [QueryRow<TreeSnapshot>] = []
    let most = limit?.count ?? .max
    while rows.count < most, let key = keys.next() {
      let child = node[key]
      let value = ordering.value(of: child)
      guard contains(OrderPoint(value, key)) else { break }
      rows.append(QueryRow(key, child, value))
    }
    return isBackward ? rows.reversed() : rows
  }

  private var direction: TreeDirection { isBackward ? .backward : .forward }

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

extension TreeQuery.Limit {
  package var count: Int {
    switch self {
    case .first(let count), .last(let count): count
    }
  }
}
