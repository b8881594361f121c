import Testing
import TrellisPages
import TrellisQueries
import TrellisTree
import VectorSupport

/// Going through a query in pages: `limited(toFirst:)`, then `resumed(behind:_:)` the last row of the page before.
@Suite struct PagingTests {
  @Test("O-02: paging by key ends and repeats nothing")
  func byKey() throws {
    let tree: Tree = ["45": ["n": 1], "2001": ["n": 2], "2002": ["n": 3], "2003": ["n": 4], "2004": ["n": 5]]
    let query = try TreeQuery(.root).ordered(by: .key)
    let pages: [[TreeKey]] = [["45", "2001"], ["2002", "2003"], ["2004"], []]
    #expect(walk(query, by: 2, in: tree) == pages)
    #expect(walk(query, by: 2, in: TreeSnapshot(tree)) == pages)
  }

  @Test("O-02: the exclusive bound is applied before the limit, also behind a key that needs escaping")
  func exclusiveBound() throws {
    let tree: Tree = ["45": 1, "2001": 2, "2002": 3, "2003": 4, "a\"b\\c": 5, "b": 6]
    let query = try TreeQuery(.root).ordered(by: .key)
    #expect(try query.starting(after: "2001").first(2).rows(in: tree).map(\.key) == ["2002", "2003"])
    #expect(try query.starting(after: "a\"b\\c").first(2).rows(in: tree).map(\.key) == ["b"])
    #expect(walk(query, by: 1, in: tree).map(\.count) == [1, 1, 1, 1, 1, 1, 0])
  }

  @Test(
    "children with one value, children that are branches and children without a value are paged by key", arguments: [1, 2, 3, 4, 6, 12, 13])
  func ties(_ size: Int) throws {
    let tree: Tree = [
      "b1": ["v": ["z": 1]], "b2": ["v": ["y": 2]], "b3": ["v": ["z": 1]], "t1": ["v": "text"], "t2": ["v": "text"],
      "n1": ["v": 1], "n2": ["v": 1.0], "n3": ["v": 1], "o1": ["other": 1], "o2": ["other": 2], "f": ["v": false], "leaf": 3,
    ]
    let all: [TreeKey] = ["leaf", "o1", "o2", "f", "n1", "n2", "n3", "t1", "t2", "b1", "b2", "b3"]
    let query = try TreeQuery(.root).ordered(by: .child("v"))
    for pages in [walk(query, by: size, in: tree), walk(query, by: size, in: TreeSnapshot(grown: tree))] {
      #expect(pages.flatMap { $0 } == all)
      #expect(pages.dropLast(2).allSatisfy { $0.count == size })
    }
  }

  @Test("children that are branches are paged by value too")
  func branches() throws {
    let tree: Tree = ["a": ["x": 1], "b": ["x": 2], "c": 5, "d": ["x": 1], "e": nil, "f": "text"]
    let pages: [[TreeKey]] = [["c", "f"], ["a", "b"], ["d"], []]
    #expect(walk(try TreeQuery(.root).ordered(by: .value), by: 2, in: tree) == pages)
  }

  @Test("children with and without priority are paged in priority order, which need not be named")
  func priorities() {
    let tree: Tree = [
      "a": Tree(1).with(priority: "late"), "b": 1, "c": Tree(1).with(priority: 2), "d": Tree(1).with(priority: 2.0), "e": 1,
    ]
    #expect(walk(TreeQuery(.root), by: 2, in: tree) == [["b", "e"], ["c", "d"], ["a"], []])
  }

  @Test("the end of the range stays, a page may end exactly there")
  func ranges() throws {
    let tree: Tree = ["a": 1, "b": 2, "c": 3, "d": 4, "e": 5]
    let query = try TreeQuery(.root).ordered(by: .value).starting(at: 2).ending(before: 5)
    #expect(walk(query, by: 2, in: tree) == [["b", "c"], ["d"], []])
    #expect(walk(query, by: 3, in: tree) == [["b", "c", "d"], []])
  }

  @Test("a row that is gone, or has moved, does not disturb going on")
  func gone() throws {
    let query = try TreeQuery(.root).ordered(by: .value)
    let before: Tree = ["a": 1, "b": 2, "c": 3, "d": 4]
    let row = query.limited(toFirst: 2).rows(in: before)[1]
    let next = query.resumed(behind: row.key, row.node)
    let after: Tree = ["a": 1, "b": 9, "c": 3, "d": 4]
    #expect(next.rows(in: after).map(\.key) == ["c", "d", "b"])
    #expect(next.rows(in: ["a": 1, "c": 3] as Tree).map(\.key) == ["c"])
  }

  @Test("pages of every ordering and range are the unlimited rows, cut up")
  func everyQuery() throws {
    var random = SeededRandom.announced("paging")
    for size in [0, 1, 5, 40] {
      let tree = random.queried(children: size)
      let node = TreeSnapshot(grown: tree)
      for ordering in allOrderings {
        for isRanged in [false, true] {
          var query = Reference.Query(ordering: ordering)
          if isRanged {
            query.start = random.bound(ordering, in: tree, hasKey: false, isInclusive: random.chance(percent: 50))
            query.end = random.bound(ordering, in: tree, hasKey: ordering != .key, isInclusive: random.chance(percent: 50))
          }
          let expected = Reference.keys(query, in: tree)
          for pageSize in [1, 2, 3, max(expected.count, 1), expected.count + 1] {
            let treeQuery = try query.treeQuery()
            for pages in [walk(treeQuery, by: pageSize, in: tree), walk(treeQuery, by: pageSize, in: node)] {
              #expect(pages.flatMap { $0.map(\.text) } == expected, "seed \(random.seed), \(query) by \(pageSize)")
              #expect(pages.dropLast(2).allSatisfy { $0.count == pageSize }, "seed \(random.seed), \(query)")
            }
          }
        }
      }
    }
  }

  /// The keys of all pages, up to the first empty one. Fails when paging does not come to an end.
  private func walk<Node: TreeReading>(_ query: TreeQuery, by size: Int, in node: Node) -> [[TreeKey]] {
    var pages: [[TreeKey]] = []
    var query = query.limited(toFirst: size)
    while pages.count <= node.count + 1 {
      let rows = query.rows(in: node)
      pages.append(rows.map(\.key))
      guard let last = rows.last else { return pages }
      query = query.resumed(behind: last.key, last.node)
    }
    Issue.record("\(query) does not come to an end")
    return pages
  }
}
