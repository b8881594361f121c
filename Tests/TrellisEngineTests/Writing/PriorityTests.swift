import Testing
import TrellisDatabase
import TrellisEngine
import TrellisTree

/// Priorities: given with a value, changed alone, cleared (data model §1.1, §1.5, §2.4).
@Suite struct PriorityTests {
  @Test("set with a priority: a number, a string, the time, or none")
  func set() async throws {
    let database = Database(try await LocalDatastore.open(MemoryJournal(), now: { 1234 }))
    for (priority, json) in [(7, "7"), (2.5, "2.5"), ("text", "\"text\""), (.timestamp, "1234")] as [(Tree, String)] {
      try await database.set("a", ["b": 1], priority: priority)
      #expect(try await database.json("a") == #"{"b":1,".priority":\#(json)}"#)
    }
    try await database.set("a", ["b": 1], priority: nil)
    #expect(try await database.json("a") == #"{"b":1}"#)
  }

  @Test("the priority in the value wins over the one beside it")
  func inBandWins() async throws {
    let database = Database.inMemory()
    try await database.set("a", Tree(1).with(priority: "mine"), priority: 5)
    #expect(try await database.json("a") == #"{".value":1,".priority":"mine"}"#)
  }

  @Test("nothing has no priority")
  func nothing() async throws {
    let database = Database.inMemory()
    try await database.set("a", nil, priority: 5)
    try await database.setPriority("b", 5)
    try await database.setPriority("/", 5)
    #expect(try await !database.get("/").exists)
  }

  @Test("setPriority changes the priority alone, of leaves and of branches; null clears it")
  func setPriority() async throws {
    let database = try Database.inMemory(["leaf": 1, "branch": ["b": 2]])
    for path in ["leaf", "branch", "/"] as [TreePath] { try await database.setPriority(path, "p") }
    #expect(
      try await database.json()
        == #"{"branch":{"b":2,".priority":"p"},"leaf":{".value":1,".priority":"p"},".priority":"p"}"#)
    for path in ["leaf", "branch", "/"] as [TreePath] { try await database.setPriority(path, nil) }
    #expect(try await database.json() == #"{"branch":{"b":2},"leaf":1}"#)
  }

  @Test("writing below a node keeps its priority; setting it clears it")
  func writingBelow() async throws {
    let database = Database.inMemory()
    try await database.set("a", ["b": 1], priority: 1)
    try await database.set("a/c", 2)
    try await database.update("a", ["b": 3])
    #expect(try await database.json("a") == #"{"b":3,"c":2,".priority":1}"#)
    try await database.set("a", ["b": 1])
    #expect(try await database.json("a") == #"{"b":1}"#)
  }

  @Test("an update may name priorities")
  func inUpdate() async throws {
    let database = try Database.inMemory(["a": ["b": 1], "c": 2])
    try await database.write(.update(.root, texts: [("a/.priority", 5), ("c/.priority", "x"), ("a/b", 9)]))
    #expect(try await database.json() == #"{"a":{"b":9,".priority":5},"c":{".value":2,".priority":"x"}}"#)
    try await database.write(.update("a", texts: [(".priority", nil), ("b/.priority", 1)]))
    #expect(try await database.json("a") == #"{"b":{".value":9,".priority":1}}"#)
  }

  @Test("an update gives a priority to a node that it makes itself", arguments: ["0", "-N", "b", "~"] as [TreeKey])
  func ofNewNode(_ key: TreeKey) async throws {
    let database = Database.inMemory()
    let texts: [(String, Tree)] = [("a/.priority", 5), ("a/\(key)", 1)]
    try await database.write(.update(.root, texts: texts))
    #expect(try await database.json() == #"{"a":{"\#(key)":1,".priority":5}}"#)
  }

  @Test("children are found in the order of their priorities: none, numbers, strings, then by key")
  func order() async throws {
    let database = Database.inMemory()
    let priorities: [(TreeKey, Tree)] = [("a", "10"), ("b", "9"), ("c", 10), ("d", 9.5), ("e", nil), ("f", nil), ("g", 10)]
    for (key, priority) in priorities { try await database.set(TreePath(["list", key]), true, priority: priority) }
    #expect(try await database.get(TreeQuery("list")).keys == ["e", "f", "d", "c", "g", "a", "b"])
    try await database.setPriority("list/b", 0)
    #expect(try await database.get(TreeQuery("list").first(3)).keys == ["e", "f", "b"])
  }
}
