import Testing
import TrellisPages
import TrellisQueries
import TrellisTree
import VectorSupport

/// Queries answered by an index, beside the same by looking at all children.
@Suite struct IndexTests {
  @Test("whatever the query, an index finds what a scan finds", arguments: 0..<20)
  func sameAsScan(_ number: Int) throws {
    var random = SeededRandom.announced("index and scan \(number)")
    let tree = random.queried(children: random.below(120))
    let node = TreeSnapshot(grown: tree)
    for ordering in allOrderings where ordering != .key {
      let index = OrderIndex(ordering, of: node)
      for _ in 0..<60 { try compare(try random.query(ordering, in: tree), node, index.snapshot, random.seed) }
    }
  }

  @Test("an index follows changes", arguments: 0..<10)
  func follows(_ number: Int) throws {
    var random = SeededRandom.announced("index following \(number)")
    for ordering in allOrderings where ordering != .key {
      var node = TreeSnapshot(random.queried(children: 80))
      var index = OrderIndex(ordering, of: node)
      for _ in 0..<40 {
        var tree = node.tree
        let other = random.queried(children: 20)
        for (key, child) in other.children { tree[path: TreePath([key])] = random.chance(percent: 40) ? .null : child }
        for key in tree.children.keys where random.chance(percent: 20) { tree[path: TreePath([key])] = .null }
        let new = TreeSnapshot(tree)
        if !index.update(changes(node, new)) { index = OrderIndex(ordering, of: new) }
        node = new
        for _ in 0..<3 { try compare(try random.query(ordering, in: tree), node, index.snapshot, random.seed) }
      }
    }
  }

  @Test("texts too long to be told apart by their keys are told apart all the same")
  func longTexts() throws {
    let long = String(repeating: "a long text ", count: 30)
    let texts = ["c", "a", "d", "b"].map { long + $0 } + [long, String(long.dropLast(5)), "short", long + "z"]
    let node = TreeSnapshot(Tree.branch(texts.enumerated().map { (TreeKey(listIndex: $0), ["t": .string($1)]) }))
    let index = OrderIndex(.child("t"), of: node).snapshot
    let query = try TreeQuery(.root).ordered(byChild: "t")
    for query in [
      query, try query.first(3), try query.last(4), try query.starting(at: .string(long + "a")).first(2),
      try query.ending(before: .string(long + "c")).last(3),
      try query.starting(after: .string(long + "b"), key: "3"), try query.equal(to: .string(long)),
      try query.starting(at: .string(long + "b"), key: "3").first(2),
    ] { try compare(query, node, index, 0) }
  }

  @Test("an index of children without values takes no memory, and serves key order")
  func trivial() throws {
    let node = TreeSnapshot(Tree.branch((0..<1000).map { (TreeKey(listIndex: $0), ["n": 1]) }))
    let index = OrderIndex(.priority, of: node)
    #expect(index.snapshot.isTrivial && index.byteCount == 0)
    for query in [
      TreeQuery(.root), try TreeQuery(.root).last(3), try TreeQuery(.root).starting(at: .null, key: "10").first(2),
      try TreeQuery(.root).starting(at: 1),
      try TreeQuery(.root).ending(at: 1).last(2), try TreeQuery(.root).equal(to: .null), try TreeQuery(.root).starting(after: .null),
      try TreeQuery(.root).ending(before: .null, key: "3"),
    ] { try compare(query, node, index.snapshot, 0) }
  }

  private func changes(_ old: TreeSnapshot, _ new: TreeSnapshot) -> [OrderIndex.Change] {
    var changes: [OrderIndex.Change] = []
    diffChildren(old, new) { changes.append(OrderIndex.Change($0, old: $1, new: $2)) }
    return changes
  }

  private func compare(_ query: TreeQuery, _ node: TreeSnapshot, _ index: IndexSnapshot, _ seed: UInt64) throws {
    let (found, expected) = (query.rows(in: node, by: index), query.rows(in: node))
    #expect(found.map(\.key) == expected.map(\.key), "\(query), seed \(seed)")
    #expect(zip(found, expected).allSatisfy { $0.node.isIdentical(to: $1.node) && $0.value == $1.value })
  }
}

extension SeededRandom {
  /// A query of any range and limit in an order.
  mutating func query(_ ordering: TreeQuery.Ordering, in tree: Tree) throws -> TreeQuery {
    var query = Reference.Query(ordering: ordering)
    if chance(percent: 60) { query.start = bound(ordering, in: tree, hasKey: chance(percent: 40), isInclusive: chance(percent: 50)) }
    if chance(percent: 60) { query.end = bound(ordering, in: tree, hasKey: chance(percent: 40), isInclusive: chance(percent: 50)) }
    if chance(percent: 60) { query.limit = chance(percent: 50) ? .first(1 + below(20)) : .last(1 + below(20)) }
    return try query.treeQuery()
  }
}
