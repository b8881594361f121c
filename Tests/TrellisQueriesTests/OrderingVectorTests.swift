import Testing
import TrellisPages
import TrellisQueries
import TrellisTree
import VectorSupport

/// `ordering.json`, section `children`: the children of a tree in each of the four orders.
@Suite struct OrderingVectorTests {
  static let file = VectorFile("ordering")

  @Test("the section is there")
  func section() {
    #expect(Self.file.cases("children").count >= 60)
  }

  @Test("children by key", arguments: file.cases("children"))
  func byKey(_ vector: VectorCase) throws { try expect(.key, vector["byKey"], in: vector) }

  @Test("children by priority, named or not", arguments: file.cases("children"))
  func byPriority(_ vector: VectorCase) throws {
    try expect(.priority, vector["byPriority"], in: vector)
    let tree = try vector["data"].tree()
    #expect(TreeQuery(.root).rows(in: tree).map(\.key.text) == vector["byPriority"].elements.compactMap(\.string))
  }

  @Test("children by value", arguments: file.cases("children"))
  func byValue(_ vector: VectorCase) throws { try expect(.value, vector["byValue"], in: vector) }

  @Test("children by a child", arguments: file.cases("children"))
  func byChild(_ vector: VectorCase) throws {
    let orders = vector["byChild"].elements
    try #require(!orders.isEmpty)
    for order in orders {
      let path = try TreePath(try #require(order["path"]?.string))
      try expect(.child(path), order["order"] ?? .null, in: vector)
    }
  }

  private func expect(_ ordering: TreeQuery.Ordering, _ order: RawJSON, in vector: VectorCase) throws {
    let keys = order.elements.compactMap(\.string)
    let tree = try vector["data"].tree()
    try #require(keys.count == tree.count)
    let query = try TreeQuery(.root).ordered(by: ordering)
    #expect(query.rows(in: tree).map(\.key.text) == keys)
    #expect(query.rows(in: TreeSnapshot(tree)).map(\.key.text) == keys)
    #expect(query.rows(in: TreeSnapshot(grown: tree)).map(\.key.text) == keys)
  }
}
