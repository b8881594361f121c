import Testing
import TrellisDatabase
import TrellisPages
import TrellisTree

/// What a result says beyond its rows (data model §5.2), and when two results are the same.
@Suite struct QueryResultTests {
  private let root: Tree = ["list": Tree.branch([("a", 2), ("b", 1), ("c", 3)]).with(priority: 7), "leaf": Tree(5).with(priority: 1)]

  private func result(_ query: TreeQuery) -> QueryResult { QueryResult(query, root: TreeSnapshot(root)) }

  @Test("without range and limit the result is the whole node, priority included")
  func whole() throws {
    #expect(result(TreeQuery("list")).tree.json(.export) == #"{"a":2,"b":1,"c":3,".priority":7}"#)
    #expect(result(try TreeQuery("list").ordered(by: .value)).tree.priority == 7)
    #expect(result(TreeQuery("leaf")).tree.json(.export) == #"{".value":5,".priority":1}"#)
  }

  @Test("a filtered result carries no priority of its own, and a leaf gives an empty one")
  func filtered() throws {
    #expect(result(try TreeQuery("list").ordered(by: .value).first(2)).tree.json(.export) == #"{"a":2,"b":1}"#)
    #expect(result(try TreeQuery("list").last(9)).tree.priority == nil)
    #expect(result(try TreeQuery("leaf").first(1)).tree.isNull)
    #expect(result(try TreeQuery("leaf").starting(at: nil)).tree.isNull)
    #expect(result(try TreeQuery("leaf").first(1)).isEmpty)
  }

  @Test("a result is a collection in the query's order and keeps the whole node")
  func collection() throws {
    let found = result(try TreeQuery("list").ordered(by: .value).first(2))
    #expect(found.map(\.key) == ["b", "a"])
    #expect(found.map(\.node.int) == [1, 2])
    #expect(found[1].key == "a")
    #expect(found.count == 2)
    #expect(found.node.count == 3)
  }

  @Test("what is missing gives an empty result")
  func missing() {
    let found = result(TreeQuery("nowhere"))
    #expect(found.isEmpty)
    #expect(!found.node.exists)
    #expect(found.tree.isNull)
  }

  @Test("results are the same when they show the same")
  func equality() throws {
    let query = try TreeQuery("list").ordered(by: .value).first(2)
    func isEqual(_ changed: Tree, _ query: TreeQuery) -> Bool { result(query).isEqual(to: QueryResult(query, root: TreeSnapshot(changed))) }

    var changed = root
    changed[path: "list/c"] = 9
    #expect(isEqual(changed, query), "the change is outside the window")
    #expect(!isEqual(changed, TreeQuery("list")))

    changed = root
    changed[path: "list"] = root[path: "list"].with(priority: 8)
    #expect(isEqual(changed, query), "a filtered result does not show the node's own priority")
    #expect(!isEqual(changed, TreeQuery("list")))

    changed = root
    changed[path: "list/a"] = .double(2)
    #expect(isEqual(changed, query), "1 and 1.0 are the same value")
    changed[path: "list/a"] = Tree(2).with(priority: 1)
    #expect(!isEqual(changed, query), "a child's priority is shown")
    changed[path: "list/a"] = 0
    #expect(!isEqual(changed, query), "the same rows in another order")
  }
}
