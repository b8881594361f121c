import Testing
import TrellisDatabase
import TrellisEngine
import TrellisPages
import TrellisTree

/// Reading by path, by paths, by query; what is read never changes afterwards.
@Suite struct ReadingTests {
  private let tree: Tree = [
    "artists": ["a1": ["name": "Smith", "born": 1907], "a2": ["name": "Winston", "born": 1950], "a3": ["name": "Lopez"]],
    "count": 3,
  ]

  @Test("a path gives what stands there, or nothing")
  func path() async throws {
    let database = try Database.inMemory(tree)
    #expect(try await database.get("/").tree == tree)
    #expect(try await database.get("artists/a1").tree == ["name": "Smith", "born": 1907])
    #expect(try await database.get("artists/a1/born").int == 1907)
    for missing in ["nowhere", "artists/a4", "count/below/a/leaf", "artists/a1/name/x"] as [TreePath] {
      let node = try await database.get(missing)
      #expect(!node.exists)
      #expect(!node.hasChildren && node.count == 0 && node.tree.isNull)
    }
  }

  @Test("several paths come in their order, each as often as asked for")
  func paths() async throws {
    let database = try Database.inMemory(tree)
    let nodes = try await database.get(["count", "nowhere", "artists/a2/name", "count"])
    #expect(nodes.map(\.scalar) == [3, nil, "Winston", 3])
    #expect(try await database.get([TreePath]()).isEmpty)
  }

  @Test("a query finds children in its order")
  func query() async throws {
    let database = try Database.inMemory(tree)
    let query = try TreeQuery("artists").ordered(by: .child("born"))
    #expect(try await database.get(query).keys == ["a3", "a1", "a2"])
    #expect(try await database.get(query.starting(at: 1907).first(1)).map(\.node["name"].string) == ["Smith"])
    #expect(try await database.get(query.equal(to: nil)).keys == ["a3"])
    #expect(try await database.get(TreeQuery("count")).isEmpty)
    #expect(try await database.get(TreeQuery("count")).tree.int == 3)
  }

  @Test("what was read does not change, and outlives the database")
  func immutable() async throws {
    var database: Database? = try Database.inMemory(tree)
    let whole = try await database?.get("/")
    let small = try await database?.get("artists/a1")
    let found = try await database?.get(TreeQuery("artists").last(2))
    try await database?.set("/", ["artists": ["a1": "other"]])
    for i in 0..<200 as Range<Int64> { try await database?.set("artists/a1", .int(i)) }
    database = nil
    #expect(whole?.tree == tree)
    #expect(small?.tree == tree[path: "artists/a1"])
    #expect(found?.map(\.node.tree) == [tree[path: "artists/a2"], tree[path: "artists/a3"]])
  }

  @Test("a node is the same whether it is small enough to be copied or not", arguments: [1, 10, 100, 1000, 5000])
  func sizes(_ count: Int64) async throws {
    let node = Tree.branch((0..<count).map { (TreeKey(listIndex: Int($0)), Tree.int($0).with(priority: $0 % 3 == 0 ? .int(-$0) : nil)) })
    let database = try Database.inMemory(["n": node])
    let read = try await database.get("n")
    try await database.remove("n")
    #expect(read.tree == node)
    #expect(read.count == Int(count))
    let keys = try TreeQuery(.root).ordered(by: .key)
    #expect(QueryResult(keys, root: read).keys == node.children.keys)
  }

  @Test("the default order of a query is priority, then key")
  func defaultOrder() async throws {
    let database = try Database.inMemory(["l": ["b": Tree(1).with(priority: 1), "a": Tree(1).with(priority: 2), "c": 1]])
    #expect(try await database.get(TreeQuery("l")).keys == ["c", "b", "a"])
    #expect(try await database.get("l").children.map(\.key) == ["a", "b", "c"])
  }
}
