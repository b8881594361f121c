import TestSupport
import Testing
import TrellisDatabase
import TrellisEngine
import TrellisTree

/// Writes that are carried out only while something holds.
@Suite struct ConditionTests {
  private func set(_ path: TreePath, _ value: Tree, if condition: TreeWrite.Condition) throws -> TreeWrite {
    var write = try TreeWrite.set(path, value)
    write.condition = condition
    return write
  }

  @Test("equals: carried out while the place holds that value, priorities and all")
  func equals() async throws {
    let stored: Tree = ["a": 1, "b": Tree("x").with(priority: 2)]
    let database = try Database.inMemory(["p": stored])
    for other: Tree in [nil, 1, ["a": 1], ["a": 1, "b": "x"], ["a": 1, "b": Tree("x").with(priority: 3)], stored.with(priority: 1)] {
      try await expectUnchanged(database) {
        await expectError(.conflict, at: "p", saying: ["not the expected", "read it again"]) {
          try await database.write(set("done", true, if: .equals(other, at: "p")))
        }
      }
    }
    try await database.write(set("done", true, if: .equals(stored, at: "p")))
    #expect(try await database.get("done").bool == true)
  }

  @Test("equals: numbers compare by value, texts by code units, nothing equals null")
  func equalValues() async throws {
    let database = try Database.inMemory(["n": 1, "z": .double(-0.0), "t": "é"])
    try await database.write(set("r", 1, if: .equals(.double(1), at: "n")))
    try await database.write(set("r", 2, if: .equals(0, at: "z")))
    try await database.write(set("r", 3, if: .equals(nil, at: "nowhere")))
    #expect(try await database.get("r").int == 3)
    await expectError(.conflict) { try await database.write(set("r", 4, if: .equals("e\u{301}", at: "t"))) }
    await expectError(.conflict) { try await database.write(set("r", 4, if: .equals(true, at: "n"))) }
  }

  @Test("all: carried out while each of them holds")
  func all() async throws {
    let database = try Database.inMemory(["a": 1, "b": 2])
    let both = TreeWrite.Condition.all([.equals(1, at: "a"), .all([.equals(2, at: "b"), .unchanged(since: 0, at: "c")])])
    try await database.write(set("done", 1, if: both))
    try await database.write(set("done", 2, if: .all([])))
    for path in ["b", "c"] as [TreePath] {
      try await database.set(path, 3)
      try await expectUnchanged(database) {
        await expectError(.conflict, at: path) { try await database.write(set("done", 3, if: both)) }
      }
      try await database.set("b", 2)
    }
    #expect(try await database.get("done").int == 2)
  }

  @Test("unchanged: nobody has written at, above or below the place")
  func unchanged() async throws {
    let database = try Database.inMemory(["p": ["q": 1]])
    for path in ["p", "p/q", "p/q/r", "/"] as [TreePath] {
      let seen = try await database.set("beside", 0).number
      try await database.set(path, ["q": 2, "p": 1])
      try await expectUnchanged(database) {
        await expectError(.conflict, at: "p/q", saying: ["commit \(seen)", "read it again"]) {
          try await database.write(set("p/q", 3, if: .unchanged(since: seen, at: "p/q")))
        }
      }
    }
    let seen = try await database.set("p/q", 5).number
    try await database.update("/", ["p/z": 1, "beside": 2])
    try await database.write(set("p/q", 6, if: .unchanged(since: seen, at: "p/q")))
    #expect(try await database.get("p/q").int == 6)
  }

  @Test("unchanged: a change of priority is a change")
  func priorities() async throws {
    let database = try Database.inMemory(["p": 1])
    let seen = try await database.set("beside", 0).number
    try await database.setPriority("p", 3)
    await expectError(.conflict, at: "p") { try await database.write(set("p", 2, if: .unchanged(since: seen, at: "p"))) }
  }

  @Test("unchanged: writing the same value again is a change; a write that was refused is none")
  func same() async throws {
    let database = Database.inMemory(policy: Policy.writable("p"))
    let seen = try await database.set("p", 1).number
    await expectError(.permissionDenied) { try await database.update("/", ["p": 2, "q": 3]) }
    let next = try await database.write(set("p", 1, if: .unchanged(since: seen, at: "p"))).number
    #expect(next == seen + 1)
    await expectError(.conflict) { try await database.write(set("p", 1, if: .unchanged(since: seen, at: "p"))) }
  }

  @Test("unchanged: when the commits since are no longer kept, it does not hold, whatever they wrote")
  func trimmed() async throws {
    let database = Database(LocalDatastore(history: 10))
    for i in 1...30 as ClosedRange<Int64> { try await database.set("busy", .int(i)) }
    // Commits 21 to 30 are kept.
    await expectError(.conflict, at: "quiet") { try await database.write(set("quiet", 1, if: .unchanged(since: 19, at: "quiet"))) }
    await expectError(.conflict, at: "quiet") { try await database.write(set("quiet", 1, if: .unchanged(since: 0, at: "quiet"))) }
    try await database.write(set("quiet", 1, if: .unchanged(since: 20, at: "quiet")))
    #expect(try await database.get("quiet").int == 1)
    await expectError(.conflict) { try await database.write(set("quiet", 2, if: .unchanged(since: 20, at: "quiet"))) }
  }

  @Test("unchanged since a number that is still to come holds")
  func future() async throws {
    let database = Database.inMemory()
    try await database.write(set("a", 1, if: .unchanged(since: 0, at: "a")))
    try await database.write(set("a", 2, if: .unchanged(since: 99, at: "a")))
    #expect(try await database.get("a").int == 2)
  }

  @Test("of many writers with one condition, exactly one succeeds")
  func one() async throws {
    let database = try Database.inMemory(["lock": 0])
    let winners = await withTaskGroup(of: Bool.self) { group in
      for i in 1...40 as ClosedRange<Int64> {
        group.addTask { (try? await database.write(set("lock", .int(i), if: .equals(0, at: "lock")))) != nil }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(winners == 1)
    #expect(try await database.set("end", 1).number == 2)
  }

  @Test("O-12: compare and set, and a transaction that knows nothing yet")
  func compareAndSet() async throws {
    let database = try Database.inMemory(["counter": 41])
    var seen = database.changes(of: TreeQuery("counter")).makeAsyncIterator()
    #expect(try await seen.next()?.result.tree == 41)
    func put(_ value: Tree, expecting expected: Tree) async throws {
      var write = try TreeWrite.set("counter", value)
      write.condition = .equals(expected, at: "counter")
      try await database.write(write)
    }
    await expectError(.conflict, at: "counter") { try await put(1, expecting: .null) }
    try await put(42, expecting: 41)
    #expect(try await seen.next()?.result.tree == 42, "exactly one change")
    await expectError(.conflict, at: "counter") { try await put(42, expecting: 41) }

    try await database.set("counter", 41)
    #expect(try await seen.next()?.result.tree == 41)
    let result = try await database.transaction("counter") { .int(($0.int ?? 0) + 1) }
    #expect(result.isCommitted && result.value.int == 42)
    #expect(try await seen.next()?.result.tree == 42, "never 1")
  }
}
