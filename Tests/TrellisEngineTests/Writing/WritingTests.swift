import Testing
import TrellisDatabase
import TrellisEngine
import TrellisPages
import TrellisTree

/// Every way to write, and what it leaves (data model §1.5, §2.4, §2.5).
@Suite struct WritingTests {
  @Test("set replaces a node with everything below it, its priority included")
  func set() async throws {
    let database = Database.inMemory()
    try await database.set("a", ["b": 1, "c": ["d": true]], priority: 3)
    #expect(try await database.json("a") == #"{"b":1,"c":{"d":true},".priority":3}"#)
    let commit = try await database.set("a", ["e": "text"])
    #expect(try await database.json() == #"{"a":{"e":"text"}}"#)
    #expect(commit.number == 2)
    #expect(commit.changes == [TreeWrite.Change("a", ["e": "text"])])
    #expect(commit.origin == nil)
  }

  @Test("set at the root replaces everything")
  func setRoot() async throws {
    let database = try Database.inMemory(["old": 1])
    try await database.set(.root, Tree(7).with(priority: 1))
    #expect(try await database.json() == #"{".value":7,".priority":1}"#)
    try await database.set(.root, nil)
    #expect(try await !database.get("/").exists)
  }

  @Test("a child written below a leaf turns it into a branch, which keeps the leaf's priority")
  func belowLeaf() async throws {
    let database = Database.inMemory()
    try await database.set("a", 5, priority: "p")
    try await database.set("a/b/c", 1)
    #expect(try await database.json() == #"{"a":{"b":{"c":1},".priority":"p"}}"#)
  }

  @Test("null below a leaf and null where nothing is change nothing")
  func nullBelowLeaf() async throws {
    let database = try Database.inMemory(["a": Tree(5).with(priority: 1)])
    try await database.set("a/b/c", nil)
    try await database.remove("nowhere/at/all")
    #expect(try await database.json() == #"{"a":{".value":5,".priority":1}}"#)
  }

  @Test("removing the last child removes the branches above it and their priorities")
  func prunes() async throws {
    let database = Database.inMemory()
    try await database.set("a/b", ["c": 1], priority: 2)
    try await database.setPriority("a", 1)
    try await database.remove("a/b/c")
    #expect(try await !database.get("/").exists)
    try await database.set("a/b/c", 1)
    #expect(try await database.json() == #"{"a":{"b":{"c":1}}}"#)
  }

  @Test("null in a value is left out; a value of nothing but null deletes")
  func nullsInside() async throws {
    let database = try Database.inMemory(["a": 1])
    try await database.set("b", ["x": nil, "y": ["z": nil], "w": 1])
    #expect(try await database.json("b") == #"{"w":1}"#)
    try await database.set("a", ["x": nil])
    #expect(try await database.json() == #"{"b":{"w":1}}"#)
  }

  @Test("update replaces the nodes it names and leaves all others")
  func update() async throws {
    let database = try Database.inMemory(["m": ["a": 1, "b": ["x": 1, "y": 2], "c": 3]])
    let commit = try await database.update("m", ["a": nil, "b/x": 9, "new/deep": true])
    #expect(try await database.json("m") == #"{"b":{"x":9,"y":2},"c":3,"new":{"deep":true}}"#)
    #expect(Set(commit.changes.map(\.path)) == ["m/a", "m/b/x", "m/new/deep"])
  }

  @Test("an empty update does nothing and succeeds")
  func emptyUpdate() async throws {
    let database = try Database.inMemory(["m": 1])
    try await database.update("m", [:])
    #expect(try await database.json() == #"{"m":1}"#)
  }

  @Test("an update may name the place itself, and then nothing else")
  func updateOfItself() async throws {
    let database = try Database.inMemory(["m": ["a": 1]])
    try await database.update("m", [.root: ["b": 2]])
    #expect(try await database.json("m") == #"{"b":2}"#)
  }

  @Test("push makes keys that sort in the order they were made, and writes the value")
  func push() async throws {
    let database = Database.inMemory()
    var keys: [TreeKey] = []
    for i in 0..<50 { keys.append(try await database.push("list", .int(Int64(i)))) }
    #expect(keys == keys.sorted())
    #expect(Set(keys).count == 50)
    #expect(try await database.get("list").children.map(\.key) == keys)
    #expect(try await database.get("list").children.map(\.node.int) == (0..<50).map { $0 })
  }

  @Test("push without a value only makes a key")
  func pushNothing() async throws {
    let database = Database.inMemory()
    let keys = [try await database.push("list"), try await database.push("list", nil)]
    #expect(keys[0] < keys[1])
    #expect(try await !database.get("/").exists)
    #expect(try await database.set("a", 1).number == 1)
  }

  @Test("an Encodable value is written as a tree")
  func encoding() async throws {
    struct Card: Encodable {
      var name = "Ana"
      var born: Int?
      var tags = ["x", "y"]
    }
    let database = Database.inMemory()
    try await database.set("card", encoding: Card())
    #expect(try await database.get("card").json() == #"{"name":"Ana","tags":["x","y"]}"#)
  }

  @Test("a write made beforehand can be carried out twice")
  func prepared() async throws {
    let database = Database.inMemory()
    let write = try TreeWrite.update("a", ["n": .increment(by: 2)])
    try await database.write(write)
    #expect(try await database.write(write).number == 2)
    #expect(try await database.get("a/n").int == 4)
  }

  @Test("commits are numbered without gaps and carry who asked")
  func numbers() async throws {
    let database = Database.inMemory().as(Auth(uid: "alice"))
    for number in 1...5 {
      let commit = try await database.set("a", .int(Int64(number)))
      #expect(commit.number == Int64(number))
      #expect(commit.origin == "alice")
    }
  }
}
