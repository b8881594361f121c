import TestSupport
import Testing
import TrellisDatabase
import TrellisEngine
import TrellisTree

/// `database.snapshot()`: one version for any number of reads, which takes no writes.
@Suite struct SnapshotTests {
  @Test("reads agree with one another whatever is written meanwhile")
  func consistent() async throws {
    let database = try Database.inMemory(["a": 1, "b": ["x": 1], "list": ["k": 1]])
    let snapshot = try await database.snapshot()
    try await database.update("/", ["a": 2, "b/x": 2, "list/l": 2])
    #expect(try await snapshot.get("a").int == 1)
    #expect(try await snapshot.get(["a", "b/x"]).map(\.int) == [1, 1])
    #expect(try await snapshot.get(TreeQuery("list")).keys == ["k"])
    #expect(try await snapshot.get("/").tree == ["a": 1, "b": ["x": 1], "list": ["k": 1]])
    #expect(try await database.get("a").int == 2)
  }

  @Test(
    "is consistent also while many write")
  func whileOthersWrite() async throws {
    let database = try Database.inMemory(["x": 0, "y": 0])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<100 { try await database.update("/", ["x": .increment(by: 1), "y": .increment(by: 1)]) }
        }
      }
      for _ in 0..<2 {
        group.addTask {
          for _ in 0..<100 {
            let snapshot = try await database.snapshot()
            let x = try await snapshot.get("x").int
            await Task.yield()
            #expect(try await snapshot.get("y").int == x)
            #expect(try await snapshot.get(TreeQuery("/").ordered(by: .value)).map(\.node.int) == [x, x])
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await database.get("x").int == 400)
  }

  @Test("takes no writes; the error says where to write")
  func readOnly() async throws {
    let database = try Database.inMemory(["a": 1])
    let snapshot = try await database.snapshot()
    let words = ["never changes", "write to the database it was taken from"]
    await expectError(.readOnly, at: "a", saying: words) { try await snapshot.set("a", 2) }
    await expectError(.readOnly, at: "b/c", saying: words) { try await snapshot.update("b", ["c": 2]) }
    await expectError(.readOnly, at: "a", saying: words) { try await snapshot.remove("a") }
    await expectError(.readOnly, at: "a", saying: words) { try await snapshot.setPriority("a", 1) }
    await expectError(.readOnly, saying: words) { try await snapshot.push("list", 1) }
    await expectError(.readOnly, at: "a", saying: words) { _ = try await snapshot.transaction("a") { _ in 2 } }
    await expectError(.readOnly, saying: words) { for try await _ in snapshot.commits(since: 0) {} }
    #expect(try await database.json() == #"{"a":1}"#)
  }

  @Test("an observation of it gives the one state there is, then ends")
  func observe() async throws {
    let database = try Database.inMemory(["a": ["x": 1]])
    let snapshot = try await database.snapshot()
    try await database.set("a/y", 2)
    var results: [Tree] = []
    for try await result in snapshot.observe("a") { results.append(result.tree) }
    #expect(results == [["x": 1]])
  }

  @Test("a snapshot of a snapshot is the same one; closing it leaves the database open")
  func nested() async throws {
    let database = try Database.inMemory(["a": 1])
    let snapshot = try await database.snapshot()
    try await database.set("a", 2)
    let nested = try await snapshot.snapshot()
    #expect(try await nested.get("a").int == 1)
    try await nested.flush()
    try await nested.close()
    try await database.set("a", 3)
    #expect(try await database.get("a").int == 3)
  }

  @Test("carries files, identity and instrument of its database")
  func carries() async throws {
    let counter = Counter()
    let database = Database.inMemory().as(Auth(uid: "alice")).with(instrument: Told { _ in counter.add() })
    let snapshot = try await database.snapshot()
    #expect(snapshot.auth?.uid == "alice")
    _ = try await snapshot.get("a")
    #expect(counter.count == 1)
  }
}
