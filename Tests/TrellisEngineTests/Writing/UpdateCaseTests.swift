import TestSupport
import Testing
import TrellisDatabase
import TrellisEngine
import TrellisTree

/// O-07: update deletes by null, prunes, replaces at the path, refuses overlaps, all or nothing.
@Suite struct UpdateCaseTests {
  private let start = #"{"a":1,"b":{"c":2,"d":3},"docs":{"x":{"title":"T","draft":"old"}}}"#

  @Test("O-07.1 to O-07.4: one update after the other")
  func steps() async throws {
    let database = Database.inMemory()
    try await database.set(.root, try Tree(json: start))
    try await database.update(.root, ["a": nil, "b/c": nil])
    #expect(try await database.json() == #"{"b":{"d":3},"docs":{"x":{"draft":"old","title":"T"}}}"#)

    try await database.update(.root, ["b/d": nil])
    #expect(try await !database.get("b").exists)
    #expect(try await database.get("/").children.map(\.key) == ["docs"])

    try await database.update(.root, ["revs/r1": ["name": "A"], "docs/x/draft": "r1"])
    #expect(try await database.json("docs/x") == #"{"draft":"r1","title":"T"}"#)
    #expect(try await database.get("revs/r1/name").string == "A")

    try await database.update(.root, ["docs/x": ["draft": "r2"]])
    #expect(try await database.json("docs/x") == #"{"draft":"r2"}"#)
  }

  @Test(
    "O-07.5: overlapping paths are refused and change nothing",
    arguments: [
      ["docs/x": ["draft": "r3"], "docs/x/draft": "r4"], [.root: 1, "a": 2], ["b": nil, "b/c/deep/er": 1], ["b/c": 1, "b": 2],
    ] as [[TreePath: Tree]])
  func overlaps(_ values: [TreePath: Tree]) async throws {
    let database = try Database.inMemory(try Tree(json: start))
    try await expectUnchanged(database) {
      let error = await expectError(.invalid, saying: ["the same update writes", "name one of them"]) {
        try await database.update(.root, values)
      }
      #expect((error?.underlying as? TreeWrite.Invalid)?.reason == .overlappingUpdatePaths)
      let longest = values.keys.max { $0.keys.count < $1.keys.count }
      #expect(error?.path == longest, "the error names the place that lies below")
    }
  }

  @Test("O-07.5: one place written twice in other spellings, and a node with its own priority, are refused")
  func spelledOverlaps() async throws {
    let database = try Database.inMemory(["a": 1])
    for texts in [
      ["a", "/a"], ["a/b", "a//b/"], ["a", "a/.priority"], ["", "a"], ["/", ".priority"], ["a/.priority", "/a/.priority/"],
    ] {
      try await expectUnchanged(database) {
        #expect(throws: TreeWrite.Invalid.self, "\(texts)") { try TreeWrite.update(.root, texts: texts.map { ($0, 1) }) }
      }
    }
    try await database.write(.update(.root, texts: [("a/b", 1), ("a/bc", 2), ("a/.priority", 3)]))
    #expect(try await database.json() == #"{"a":{"b":1,"bc":2,".priority":3}}"#)
  }

  @Test("O-07.6: refused in part is refused in whole, and a listener sees nothing of it")
  func refusedInPart() async throws {
    let database = Database.inMemory(policy: Policy.writable("open"))
    var open = database.observe("open").makeAsyncIterator()
    #expect(try await open.next()?.tree.isNull == true)

    await expectError(.permissionDenied, at: "shut/v") { try await database.update(.root, ["open/v": 1, "shut/v": 2]) }
    #expect(try await !database.get("open").exists)
    #expect(try await !database.get("shut").exists)

    try await database.update(.root, ["open/v": 7, "open/w": 8])
    #expect(try await open.next()?.tree == ["v": 7, "w": 8], "the refused write is never seen")
  }

  @Test("O-07.6: nobody is woken by a refused write")
  func wakesNobody() async throws {
    let datastore = LocalDatastore(policy: Policy.writable("open"))
    let count = try await signals(to: TreeQuery("open"), in: datastore) {
      await expectError(.permissionDenied) { try await Database(datastore).update(.root, ["open/v": 1, "shut/v": 2]) }
    }
    #expect(count == 0, "the listener is told to look again though nothing has happened")
  }

  @Test("an update is seen whole or not at all, by readers and by listeners")
  func atomic() async throws {
    let database = try Database.inMemory(["x": ["n": 0], "y": ["n": 0], "z": ["n": 0]])
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for i in 1...300 as ClosedRange<Int64> {
          try await database.update(.root, ["x/n": .int(i), "y/n": .int(i), "z/n": .int(i)])
        }
      }
      group.addTask {
        var last: Int64 = 0
        while last < 300 {
          let nodes = try await database.get(["x/n", "y/n", "z/n"]).map(\.int)
          #expect(Set(nodes).count == 1, "\(nodes)")
          last = (nodes[0] ?? 0)
          await Task.yield()
        }
      }
      group.addTask {
        for try await result in database.observe("/") {
          #expect(Set(result.map { $0.node["n"].int }).count == 1)
          if result.first?.node["n"].int == 300 { break }
        }
      }
      try await group.waitForAll()
    }
  }
}
