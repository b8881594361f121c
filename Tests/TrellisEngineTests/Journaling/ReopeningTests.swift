import TestSupport
import Testing
import TrellisDatabase
import TrellisEngine
import TrellisPages
import TrellisTree
import VectorSupport

/// A datastore that begins with what a journal has kept.
@Suite(.hangGuard) struct ReopeningTests {
  @Test("begins with the tree and the commits since, and goes on with the next number")
  func content() async throws {
    let commits = [
      Commit(number: 41, milliseconds: 1, changes: [TreeWrite.Change("a/b", 2), TreeWrite.Change("c", nil)], origin: "alice"),
      Commit(number: 42, milliseconds: 2, changes: [TreeWrite.Change("a", 7, target: .priority)], origin: nil),
    ]
    let journal = TestJournal(JournalContent(tree: ["a": ["b": 1, "x": 1], "c": 3], number: 40, commits: commits))
    let database = Database(try await LocalDatastore.open(journal))
    #expect(try await database.json() == #"{"a":{"b":2,"x":1,".priority":7}}"#)
    #expect(try await database.set("d", 4).number == 43)
    #expect(await journal.groups.map { $0.map(\.number) } == [[43]], "what was kept is not kept again")
  }

  @Test("its commits can be followed from where the tree was kept")
  func commits() async throws {
    let commits = (41...45 as ClosedRange<Int64>).map {
      Commit(number: $0, milliseconds: $0, changes: [TreeWrite.Change("n", .int($0))], origin: nil)
    }
    let database = Database(try await LocalDatastore.open(TestJournal(JournalContent(number: 40, commits: commits))))
    #expect(try await database.commitsSoFar(since: 40, through: 45) == commits)
    #expect(try await database.commitsSoFar(since: 44, through: 45) == [commits[4]])
    await expectError(.historyGone) { for try await _ in database.commits(since: 39) {} }
    var write = try TreeWrite.set("m", 1)
    write.condition = .unchanged(since: 40, at: "m")
    try await database.write(write)
    write.condition = .unchanged(since: 39, at: "o")
    let old = write
    await expectError(.conflict) { try await database.write(old) }
  }

  @Test("of an empty journal is empty and begins with commit 1")
  func empty() async throws {
    let database = Database(try await LocalDatastore.open(TestJournal()))
    #expect(try await !database.get("/").exists)
    #expect(try await database.set("a", 1).number == 1)
  }

  @Test("a journal that cannot be read cannot be opened")
  func unreadable() async {
    struct Unreadable: Journal {
      var isVolatile: Bool { false }
      func load() async throws -> JournalContent { throw TestJournal.Broken() }
      func append(_ commits: [Commit]) async throws {}
      func close(_ root: TreeSnapshot) async throws {}
    }
    await #expect(throws: (any Error).self) { _ = try await LocalDatastore.open(Unreadable()) }
  }

  @Test(
    "closing hands the journal the tree; every state is found again", arguments: 0..<3)
  func restarts(_ run: Int) async throws {
    var random = SeededRandom.announced("restarts \(run)")
    var content = JournalContent()
    var expected = Tree.null
    for _ in 0..<6 {
      let journal = TestJournal(content)
      let database = Database(try await LocalDatastore.open(journal))
      #expect(try await database.json() == expected.json(.export), "seed \(random.seed)")
      for _ in 0..<random.below(20) {
        let path = TreePath((0..<random.below(3)).map { _ in random.pick(["a", "b", "c"] as [TreeKey]) })
        if random.chance(percent: 20) {
          try await database.setPriority(path, random.pick([nil, 1, "p"]))
        } else {
          try await database.set(path, random.tree(levels: 2))
        }
      }
      expected = try await database.get("/").tree
      try await database.close()
      #expect(await journal.closedWith?.json(.export) == expected.json(.export))
      content = await journal.content
      // Now and then the commits are folded into the tree.
      if random.chance(percent: 50) {
        content = JournalContent(tree: try content.replayed, number: content.commits.last?.number ?? content.number)
      }
    }
  }

  @Test("what was not closed is found again as far as it was durable")
  func withoutClosing() async throws {
    let journal = TestJournal()
    let database = Database(try await LocalDatastore.open(journal))
    try await database.set("a", 1)
    await journal.fail { true }
    _ = try? await database.set("a", 2)
    let again = Database(try await LocalDatastore.open(TestJournal(journal.content)))
    #expect(try await again.json() == #"{"a":1}"#)
  }
}
