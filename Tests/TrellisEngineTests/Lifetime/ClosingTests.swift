import TestSupport
import Testing
import TrellisDatabase
import TrellisEngine
import TrellisTree

/// The end of a database.
@Suite(.hangGuard) struct ClosingTests {
  @Test("every later call throws that it is closed, and what to do")
  func laterCalls() async throws {
    let database = try Database.inMemory(["a": 1])
    let kept = try await database.get("a")
    try await database.close()
    let words = ["has been closed", "open it again"]
    await expectError(.closed, saying: words) { try await database.get("a") }
    await expectError(.closed, saying: words) { try await database.get(["a", "b"]) }
    await expectError(.closed, saying: words) { try await database.get(TreeQuery("a")) }
    await expectError(.closed, saying: words) { try await database.set("a", 2) }
    await expectError(.closed, saying: words) { try await database.update("/", ["a": 2]) }
    await expectError(.closed, saying: words) { try await database.remove("a") }
    await expectError(.closed, saying: words) { try await database.push("a", 1) }
    await expectError(.closed, saying: words) { _ = try await database.transaction("a") { _ in 2 } }
    await expectError(.closed, saying: words) { try await database.snapshot() }
    await expectError(.closed, saying: words) { try await database.commitNumber() }
    await expectError(.closed, saying: words) { try await database.flush() }
    await expectError(.closed, saying: words) { for try await _ in database.observe("a") {} }
    await expectError(.closed, saying: words) { for try await _ in database.commits(since: 0) {} }
    #expect(kept.int == 1)
  }

  @Test("closing twice is fine; every handle is closed")
  func twice() async throws {
    let database = try Database.inMemory(["a": 1])
    let alice = database.as(Auth(uid: "alice"))
    try await database.close()
    try await database.close()
    try await alice.close()
    await expectError(.closed) { try await alice.get("a") }
  }

  @Test("waits for writes under way; the journal is closed once, with the last tree, and not written to any more")
  func waits() async throws {
    let writes = Counter()
    let journal = TestJournal(isHolding: true)
    let datastore = try await LocalDatastore.open(journal, policy: Policy.counting(writes: writes))
    let database = Database(datastore)
    let first = Task { try await database.set("a", 1) }
    _ = await journal.nextGroup()
    let second = Task { try await database.set("b", 2) }
    await writes.reached(2)
    let close = Task { try await database.close() }
    while (try? await database.get("a")) != nil { await Task.yield() }
    await expectError(.closed) { try await database.set("c", 3) }
    #expect(await journal.closedWith == nil)
    await journal.stopHolding()
    try await close.value
    #expect(try await first.value.number == 1)
    #expect(try await second.value.number == 2)
    #expect(await journal.closedWith == ["a": 1, "b": 2])
    try await database.close()
    #expect(await journal.content.commits.map(\.number) == [1, 2])
  }

  @Test("among many writers: what returned is kept, what threw is not")
  func amongWriters() async throws {
    let journal = TestJournal()
    let database = Database(try await LocalDatastore.open(journal))
    let written = await withTaskGroup(of: TreeKey?.self) { group in
      for i in 0..<100 {
        group.addTask {
          do {
            try await database.set(TreePath([TreeKey(listIndex: i)]), true)
            return TreeKey(listIndex: i)
          } catch TrellisError.Code.closed {
            return nil
          } catch {
            Issue.record(error)
            return nil
          }
        }
        if i == 50 {
          group.addTask {
            try? await database.close()
            return nil
          }
        }
      }
      return await group.reduce(into: Set<TreeKey>()) { if let key = $1 { $0.insert(key) } }
    }
    let closedWith = try #require(await journal.closedWith)
    #expect(Set(closedWith.children.keys) == written)
    #expect(try await Set(journal.content.replayed.children.keys) == written)
  }

  @Test("when the last writes fail, closing says so, and still ends everything")
  func failingWrites() async throws {
    struct DiskFull: Error {}
    let journal = TestJournal(isHolding: true)
    let datastore = try await LocalDatastore.open(journal)
    let database = Database(datastore)
    var values = database.observe("a").makeAsyncIterator()
    _ = try await values.next()
    let write = Task { try await database.set("a", 1) }
    _ = await journal.nextGroup()
    let close = Task { try await database.close() }
    await datastore.queueReached(1)
    await journal.letGo(failing: DiskFull())
    await expectError(.storageFailed) { try await write.value }
    await expectError(.storageFailed) { try await close.value }
    await expectError(.closed) { try await values.next() }
    #expect(datastore.listenerCount == 0)
    #expect(await journal.closedWith == .null, "the journal is closed with what it has")
    await expectError(.closed) { try await database.get("a") }
  }

  @Test("when the journal cannot be closed, closing says so in our words")
  func failingJournal() async throws {
    let journal = TestJournal()
    let database = Database(try await LocalDatastore.open(journal))
    await journal.failToClose()
    let error = await expectError(.storageFailed, saying: ["closed"]) { try await database.close() }
    #expect(error?.underlying is TestJournal.Broken)
    await expectError(.closed) { try await database.get("a") }
    try await database.close()
  }
}
