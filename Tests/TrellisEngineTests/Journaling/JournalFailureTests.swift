import TestSupport
import Testing
import TrellisDatabase
import TrellisEngine
import TrellisTree

/// When the journal fails, everything that nobody has seen is undone, and later writes work.
@Suite(.hangGuard) struct JournalFailureTests {
  private struct DiskFull: Error {}

  @Test("the group that failed and all writes behind it throw and leave nothing")
  func failure() async throws {
    let writes = Counter()
    let journal = TestJournal(JournalContent(tree: ["n": 100, "keep": ["x": 1]]), isHolding: true)
    let datastore = try await LocalDatastore.open(journal, policy: Policy.counting(writes: writes))
    let database = Database(datastore)
    var values = database.observe("n").makeAsyncIterator()
    _ = try await values.next()

    let first = Task { try await database.set("n", 1) }
    _ = await journal.nextGroup()
    let others = (0..<5).map { i in
      Task { try await database.update("/", ["n": .increment(by: 1), "keep": nil, TreePath([TreeKey(listIndex: i)]): 1]) }
    }
    await writes.reached(6)
    await journal.letGo(failing: DiskFull())

    for task in [first] + others {
      let error = await expectError(.storageFailed, at: "n", saying: ["nothing was written", "try again"]) { try await task.value }
      #expect(error?.underlying is DiskFull)
    }
    #expect(try await database.json() == #"{"keep":{"x":1},"n":100}"#)
    #expect(await journal.groups.isEmpty)

    await journal.stopHolding()
    let commit = try await database.set("n", .increment(by: 1))
    #expect(commit.number == 1, "the numbers of what was undone are free again")
    #expect(try await values.next()?.tree == 101, "a listener never sees what was undone")
    #expect(try await database.commitsSoFar(through: 1) == [commit])
    #expect(try await journal.content.replayed.json(.export) == #"{"keep":{"x":1},"n":101}"#)
  }

  @Test("groups before the one that failed stay")
  func laterGroup() async throws {
    let writes = Counter()
    let journal = TestJournal(isHolding: true)
    let database = Database(try await LocalDatastore.open(journal, policy: Policy.counting(writes: writes)))
    let first = Task { try await database.set("a", 1) }
    _ = await journal.nextGroup()
    let second = Task { try await database.set("b", 2) }
    await writes.reached(2)
    await journal.letGo()
    _ = try await first.value
    #expect(await journal.nextGroup().map(\.number) == [2])
    let third = Task { try await database.set("c", 3) }
    await writes.reached(3)
    await journal.letGo(failing: DiskFull())
    await expectError(.storageFailed) { try await second.value }
    await expectError(.storageFailed) { try await third.value }
    #expect(try await database.json() == #"{"a":1}"#)

    await journal.stopHolding()
    #expect(try await database.set("d", 4).number == 2)
    #expect(try await database.json() == #"{"a":1,"d":4}"#)
    #expect(try await database.commitsSoFar(through: 2).map(\.number) == [1, 2])
  }

  @Test("flush behind a write that failed throws; the next one does not")
  func flush() async throws {
    let journal = TestJournal(isHolding: true)
    let datastore = try await LocalDatastore.open(journal)
    let database = Database(datastore)
    let write = Task { try await database.set("a", 1) }
    _ = await journal.nextGroup()
    let flush = Task { try await database.flush() }
    await datastore.queueReached(1)
    await journal.letGo(failing: DiskFull())
    await expectError(.storageFailed) { try await write.value }
    await expectError(.storageFailed) { try await flush.value }
    await journal.stopHolding()
    try await database.flush()
  }

  @Test("a condition does not see what was undone")
  func conditions() async throws {
    let journal = TestJournal()
    let database = Database(try await LocalDatastore.open(journal))
    let seen = try await database.set("a", 1).number
    await journal.fail { true }
    await expectError(.storageFailed, at: "a") { try await database.set("a", 2) }
    await journal.fail { false }
    var write = try TreeWrite.set("a", 3)
    write.condition = .unchanged(since: seen, at: "a")
    #expect(try await database.write(write).number == seen + 1)
  }

  @Test("a transaction is undone with the write that it was built on, and then may be tried again")
  func transactions() async throws {
    let writes = Counter()
    let journal = TestJournal(JournalContent(tree: ["n": 1]), isHolding: true)
    let database = Database(try await LocalDatastore.open(journal, policy: Policy.counting(writes: writes)))
    let write = Task { try await database.set("n", 10) }
    _ = await journal.nextGroup()
    let transaction = Task { try await database.transaction("n") { .int(($0.int ?? 0) + 1) } }
    await writes.reached(2)
    await journal.letGo(failing: DiskFull())
    await expectError(.storageFailed) { try await write.value }
    await expectError(.storageFailed) { try await transaction.value }
    #expect(try await database.get("n").int == 1)
    await journal.stopHolding()
    #expect(try await database.transaction("n") { .int(($0.int ?? 0) + 1) }.value.int == 2)
  }

  @Test("a transaction that gave up because of a write that was then undone does not say so")
  func givingUp() async throws {
    struct Taken: Error {}
    let journal = TestJournal(isHolding: true)
    let datastore = try await LocalDatastore.open(journal)
    let database = Database(datastore)
    let write = Task { try await database.set("name", "Ana") }
    _ = await journal.nextGroup()
    let givingUp = Task { try await database.transaction("name") { $0.isNull ? "Ben" : nil } }
    let throwing = Task {
      try await database.transaction("name") { name in
        if !name.isNull { throw Taken() }
        return "Ben"
      }
    }
    await datastore.queueReached(2)
    await journal.letGo(failing: DiskFull())
    await expectError(.storageFailed) { try await write.value }
    await expectError(.storageFailed) { try await givingUp.value }
    await expectError(.storageFailed) { try await throwing.value }
    #expect(try await !database.get("name").exists)
  }

  @Test(
    "nothing of what was undone stays in memory")
  func memory() async throws {
    let journal = TestJournal(JournalContent(tree: ["a": 1]))
    let datastore = try await LocalDatastore.open(journal)
    let database = Database(datastore)
    try await database.set("a", 2)
    let bytes = datastore.statistics.liveBytes
    await journal.fail { true }
    for i in 0..<50 { _ = try? await database.set(TreePath([TreeKey(listIndex: i)]), .list([1, 2, 3, "text that needs room"])) }
    await journal.fail { false }
    try await database.set("a", 3)
    let statistics = datastore.statistics
    #expect(statistics.liveBytes == bytes)
    #expect(statistics.versions == 1 && statistics.retainedBytes == 0)
  }
}

extension LocalDatastore {
  /// Returns once this many tasks wait behind the group that is being journaled.
  func queueReached(_ count: Int) async {
    while queueLength < count, !Task.isCancelled { await Task.yield() }
  }
}
