import Testing
import TrellisDatabase
import TrellisPages
import TrellisQueries
import TrellisTree
import VectorSupport

/// `queries.json`: what each query finds in each tree, over values, over pages, and through `QueryResult`.
@Suite struct QueryVectorTests {
  static let file = VectorFile("queries")

  @Test("the file holds as many queries as it says")
  func count() throws {
    let count = try #require(try Self.file.read()["queryCount"]?.int)
    #expect(count == Self.file.cases("cases").reduce(0) { $0 + $1["queries"].elements.count })
    #expect(count > 500)
  }

  @Test("rows of a value", arguments: file.cases("cases"))
  func values(_ vector: VectorCase) throws {
    let node = try vector["data"].tree()
    for query in try Expected.all(in: vector) {
      #expect(query.query.rows(in: node).map(\.key.text) == query.keys, "\(query.constraints)")
    }
  }

  @Test("rows of a snapshot", arguments: file.cases("cases"))
  func snapshots(_ vector: VectorCase) throws {
    let tree = try vector["data"].tree()
    for node in [TreeSnapshot(tree), TreeSnapshot(grown: tree)] {
      for query in try Expected.all(in: vector) {
        #expect(query.query.rows(in: node).map(\.key.text) == query.keys, "\(query.constraints)")
      }
    }
  }

  @Test("results at a place, filtered ones without the place's own priority", arguments: file.cases("cases"))
  func results(_ vector: VectorCase) throws {
    let place: TreePath = "some/where"
    var root: Tree = ["some": ["beside": 1]]
    root[path: place] = try vector["data"].tree()
    for query in try Expected.all(in: vector, at: place) {
      let result = QueryResult(query.query, root: TreeSnapshot(root))
      #expect(result.keys.map(\.text) == query.keys, "\(query.constraints)")
      #expect(result.map(\.key) == result.keys)
      #expect(try RawJSON(result.tree.json(.export)) == query.exportVal, "\(query.constraints)")
    }
  }

  private struct Expected {
    let constraints: RawJSON
    let query: TreeQuery
    let keys: [String]
    let exportVal: RawJSON

    static func all(in vector: VectorCase, at path: TreePath = .root) throws -> [Expected] {
      let queries = vector["queries"].elements
      try #require(!queries.isEmpty)
      return try queries.map { query in
        let constraints = query["constraints"] ?? .null
        return Expected(
          constraints: constraints, query: try TreeQuery(constraints: constraints, at: path),
          keys: (query["keys"] ?? .null).elements.compactMap(\.string), exportVal: query["exportVal"] ?? .null)
      }
    }
  }
}
