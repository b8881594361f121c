import TestSupport
import Testing
import TrellisDatabase
import TrellisEngine
import TrellisPages
import TrellisTree

/// Durable writes: nobody sees a commit before the journal has it.
@Suite(.hangGuard) struct JournalTests {
  @Test("nothing is visible before it is durable: not to readers, queries, snapshots or listeners")
  func invisible() async throws {
    let journal = TestJournal(JournalContent(tree: ["a": 1]), isHolding: true)
    let datastore = try await LocalDatastore.open(journal)
    let database = Database(datastore)
    var values = database.observe("a").makeAsyncIterator()
    _ = try await values.next()

    let write = Task { try await database.set("a", 2) }
    let held = await journal.nextGroup()
    #expect(held.map(\.number) == [1])
    #expect(try await database.get("a").int == 1)
    #expect(try await database.get(["a", "a"]).map(\.int) == [1, 1])
    #expect(try await database.get(TreeQuery("/")).map(\.node.int) == [1])
    #expect(try await database.snapshot().get("a").int == 1)
    #expect(try await database.commitNumber() == 0)
    var others = database.observe("a").makeAsyncIterator()
    #expect(try await others.next()?.tree == 1)

    await journal.letGo()
    #expect(try await write.value == held[0])
    #expect(try await database.get("a").int == 2)
    #expect(try await values.next()?.tree == 2)
    #expect(try await database.commitsSoFar(through: 1) == held)
    #expect(try await database.commitNumber() == 1)
  }

  @Test("a listener is not woken by what is not durable yet")
  func wakesNobody() async throws {
    let journal = TestJournal(isHolding: true)
    let datastore = try await LocalDatastore.open(journal)
    let count = try await signals(to: TreeQuery("a"), in: datastore) {
      Task { try await datastore.write(.set("a", 2), as: nil) }
      _ = await journal.nextGroup()
    }
    #expect(count == 0)
    await journal.stopHolding()
    try await datastore.flush()
    #expect(try await Database(datastore).get("a").int == 2)
  }

  @Test("writes that come while the journal is busy make one group, in order")
  func groups() async throws {
    let writes = Counter()
    let journal = TestJournal(isHolding: true)
    let database = Database(try await LocalDatastore.open(journal, policy: Policy.counting(writes: writes)))
    let first = Task { try await database.set("n", 1) }
    _ = await journal.nextGroup()
    let others = (0..<20).map { _ in Task { try await database.set("n", .increment(by: 1)) } }
    await writes.reached(21)
    await journal.letGo()
    #expect(try await first.value.number == 1)

    let group = await journal.nextGroup()
    #expect(group.map(\.number) == Array(2...21))
    #expect(group.map(\.changes) == (2...21).map { [TreeWrite.Change("n", .int($0))] }, "each builds on those before it")
    #expect(try await database.get("n").int == 1, "only the first group is visible")
    await journal.letGo()
    var numbers: [Int64] = []
    for other in others { numbers.append(try await other.value.number) }
    #expect(numbers.sorted() == Array(2...21))
    #expect(try await database.get("n").int == 21)
    #expect(await journal.groups.map(\.count) == [1, 20])
  }

  @Test("a write is checked against what is applied, durable or not")
  func applied() async throws {
    let writes = Counter()
    let journal = TestJournal(isHolding: true)
    let database = Database(try await LocalDatastore.open(journal, policy: Policy.counting(writes: writes)))
    let first = Task { try await database.set("lock", "mine") }
    _ = await journal.nextGroup()
    var write = try TreeWrite.set("lock", "yours")
    write.condition = .equals(nil, at: "lock")
    let late = write
    await expectError(.conflict, at: "lock") { try await database.write(late) }
    write.condition = .unchanged(since: 0, at: "lock")
    let later = write
    await expectError(.conflict, at: "lock") { try await database.write(later) }
    await journal.stopHolding()
    _ = try await first.value
    #expect(try await database.get("lock").string == "mine")
  }

  @Test("flush returns once all writes so far are durable; with none it returns at once")
  func flush() async throws {
    let journal = TestJournal(isHolding: true)
    let database = Database(try await LocalDatastore.open(journal))
    try await database.flush()
    #expect(await journal.groups.isEmpty)

    let write = Task { try await database.set("a", 1) }
    _ = await journal.nextGroup()
    let isFlushed = Locked(false)
    let flush = Task {
      try await database.flush()
      isFlushed.withLock { $0 = true }
      #expect(await journal.groups.count == 1)
    }
    #expect(!isFlushed.withLock { $0 })
    await journal.letGo()
    try await flush.value
    _ = try await write.value
    #expect(await journal.groups.map(\.count) == [1], "flushing is no commit")
  }

  @Test("a volatile journal is not asked, and flush has nothing to wait for")
  func volatile() async throws {
    let database = Database.inMemory()
    try await database.set("a", 1)
    try await database.flush()
    #expect(try await database.get("a").int == 1)
  }

  @Test(
    "64 tasks with transactions add up exactly, however slow the journal is")
  func transactions() async throws {
    let journal = TestJournal()
    let database = Database(try await LocalDatastore.open(journal))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<64 {
        group.addTask {
          for _ in 0..<5 { try await database.transaction("counter") { .int(($0.int ?? 0) + 1) } }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await database.get("counter").int == 320)
    #expect(try await journal.content.replayed == ["counter": 320])
  }

  @Test("transactions that take turns need not wait until the one before is durable")
  func turns() async throws {
    let writes = Counter()
    let journal = TestJournal()
    let database = Database(try await LocalDatastore.open(journal, policy: Policy.counting(writes: writes)))
    let runs = Counter()
    let first = Task {
      try await database.transaction("n") { value in
        if runs.add() == 1 {
          // The conflict that makes it take a turn.
          finishNow {
            _ = try? await database.set("n", 10)
            await journal.hold()
          }
        }
        return .int((value.int ?? 0) + 1)
      }
    }
    _ = await journal.nextGroup()
    let others = (0..<10).map { _ in Task { try await database.transaction("n") { .int(($0.int ?? 0) + 1) } } }
    await writes.reached(12)
    await journal.letGo()
    #expect(await journal.nextGroup().count == 10, "they make one group")
    await journal.stopHolding()
    #expect(try await first.value.attempts == 2)
    for other in others { #expect(try await other.value.isCommitted) }
    #expect(try await database.get("n").int == 21)
  }

  @Test("a transaction goes on while another write at its place is not durable yet")
  func transactionBehindWrite() async throws {
    let writes = Counter()
    let journal = TestJournal(isHolding: true)
    let database = Database(try await LocalDatastore.open(journal, policy: Policy.counting(writes: writes)))
    let write = Task { try await database.set("n", 10) }
    _ = await journal.nextGroup()
    let transaction = Task { try await database.transaction("n") { .int(($0.int ?? 0) + 1) } }
    let giveUp = Task { try await database.transaction("n") { $0.isNull ? "never seen" : nil } }
    await writes.reached(2)
    await journal.stopHolding()
    _ = try await write.value
    #expect(try await transaction.value.value.int == 11)
    #expect(try await !giveUp.value.isCommitted)
    #expect(try await database.get("n").int == 11)
  }
}
