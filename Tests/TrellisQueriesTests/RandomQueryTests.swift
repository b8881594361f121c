import Testing
import TrellisPages
import TrellisQueries
import TrellisTree
import VectorSupport

/// Every ordering with every kind of start, end and limit, on random trees, against `Reference`.
@Suite struct RandomQueryTests {
  /// What a bound can be: none, or a value with or without a key, inclusive or not.
  private static let bounds: [(hasKey: Bool, isInclusive: Bool)?] = [nil, (false, true), (true, true), (false, false), (true, false)]

  @Test("every ordering, range and limit finds what the rules say")
  func everyQuery() throws {
    var random = SeededRandom.announced("random queries")
    for size in [0, 1, 2, 7, 33, 70] {
      let tree = random.queried(children: size)
      let (compact, grown) = (TreeSnapshot(tree), TreeSnapshot(grown: tree))
      for query in Self.queries(in: tree, &random) {
        let expected = Reference.keys(query, in: tree)
        let treeQuery = try query.treeQuery()
        for rows in [treeQuery.rows(in: compact), treeQuery.rows(in: grown)] {
          #expect(rows.map(\.key.text) == expected, "seed \(random.seed), \(query)")
          #expect(rows.allSatisfy { $0.node.tree == tree[$0.key] }, "seed \(random.seed), \(query)")
        }
        let rows = treeQuery.rows(in: tree)
        #expect(rows.map(\.key.text) == expected, "seed \(random.seed), \(query)")
        #expect(rows.allSatisfy { $0.node == tree[$0.key] }, "seed \(random.seed), \(query)")
      }
    }
  }

  @Test("a bound in key order may be any text")
  func keyBounds() throws {
    let stems = ["", "5", "a", "abcdefg", "abcdefgh", "abcdefghijklmno", "abcdefghijklmnop", "abcdefghijklmnopqrstuvw", "é"]
    let keys = stems.flatMap { [$0, $0 + "!", $0 + "z"] } + ["-2147483648", "2147483647", "00", "\u{1F600}"]
    let tree = Tree.branch(try keys.filter { !$0.isEmpty }.map { (try TreeKey($0), 1) })
    let node = TreeSnapshot(grown: tree)
    let tails = ["", "\u{0}", "\u{1}", "\u{7}", "\u{1F}", "\u{0}z", "\u{1}!", "\u{7F}", ".", "#", "$", "[", "]", "/"]
    for text in stems.flatMap({ stem in tails.map { stem + $0 } }) {
      for isInclusive in [true, false] {
        let bound = Reference.Bound(value: .string(text), key: nil, isInclusive: isInclusive)
        for query in [Reference.Query(ordering: .key, start: bound), Reference.Query(ordering: .key, end: bound)] {
          let expected = Reference.keys(query, in: tree)
          #expect(try query.treeQuery().rows(in: tree).map(\.key.text) == expected, "\(query)")
          #expect(try query.treeQuery().rows(in: node).map(\.key.text) == expected, "\(query)")
          #expect(try query.treeQuery().last(3).rows(in: node).map(\.key.text) == expected.suffix(3), "\(query)")
        }
      }
    }
  }

  @Test("a leaf and nothing have no rows, whatever is asked")
  func leaves() throws {
    var random = SeededRandom.announced("queries of leaves")
    for tree in [Tree.null, true, 7, "text", Tree(7).with(priority: 1)] {
      for query in Self.queries(in: tree, &random) {
        let treeQuery = try query.treeQuery()
        #expect(treeQuery.rows(in: tree).isEmpty)
        #expect(treeQuery.rows(in: TreeSnapshot(tree)).isEmpty)
      }
    }
  }

  @Test("a point is contained exactly when its child is found")
  func points() throws {
    var random = SeededRandom.announced("points")
    let tree = random.queried(children: 40)
    for query in Self.queries(in: tree, &random) where query.limit == nil {
      let treeQuery = try query.treeQuery()
      let contained = tree.children.filter { treeQuery.contains(OrderPoint(query.ordering.value(of: $0.value), $0.key)) }
      #expect(Set(contained.map(\.key.text)) == Set(Reference.keys(query, in: tree)), "seed \(random.seed), \(query)")
    }
  }

  @Test("without its limit a query finds all in its range")
  func unlimited() throws {
    var random = SeededRandom.announced("unlimited queries")
    let tree = random.queried(children: 20)
    for query in Self.queries(in: tree, &random) where query.limit != nil {
      var unlimited = query
      unlimited.limit = nil
      #expect(try query.treeQuery().unlimited.rows(in: tree).map(\.key.text) == Reference.keys(unlimited, in: tree))
    }
  }

  private static func queries(in tree: Tree, _ random: inout SeededRandom) -> [Reference.Query] {
    var queries: [Reference.Query] = []
    for ordering in allOrderings {
      for start in bounds {
        for end in bounds {
          for limit in [nil, TreeQuery.Limit.first(1 + random.below(tree.count + 2)), .last(1 + random.below(tree.count + 2))] {
            let from = start.map { random.bound(ordering, in: tree, hasKey: $0.hasKey, isInclusive: $0.isInclusive) }
            let to = end.map { random.bound(ordering, in: tree, hasKey: $0.hasKey, isInclusive: $0.isInclusive) }
            queries.append(Reference.Query(ordering: ordering, start: from, end: to, limit: limit))
          }
        }
      }
    }
    return queries
  }
}
