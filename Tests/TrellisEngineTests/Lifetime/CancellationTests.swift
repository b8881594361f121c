import TestSupport
import Testing
import TrellisDatabase
import TrellisEngine
import TrellisTree

/// Cancelled before its admission, a write is not carried out; after it, it cannot be cancelled.
@Suite(.hangGuard) struct CancellationTests {
  enum Kind: CaseIterable, Sendable { case memory, journal }

  private func datastore(_ kind: Kind) async throws -> LocalDatastore {
    switch kind {
    case .memory: LocalDatastore()
    case .journal: try await LocalDatastore.open(TestJournal())
    }
  }

  @Test("before: CancellationError, and nothing is written", arguments: Kind.allCases)
  func before(_ kind: Kind) async throws {
    let database = Database(try await datastore(kind))
    for write in [
      { try await database.set("a", 1) }, { try await database.update("/", ["a": 1]) }, { try await database.remove("a") },
      { try await database.set("a", 1, priority: 1) }, { try await database.setPriority("a", 1) },
      { try await database.write(.set("a", 1)) },
    ] as [@Sendable () async throws -> Commit] {
      await #expect(throws: CancellationError.self) { _ = try await withoutWaiting(write) }
    }
    await #expect(throws: CancellationError.self) { _ = try await withoutWaiting { try await database.push("a", 1) } }
    await #expect(throws: CancellationError.self) {
      _ = try await withoutWaiting { try await database.transaction("a") { _ in 1 }.isCommitted }
    }
    #expect(try await !database.get("/").exists)
    #expect(try await database.set("a", 1).number == 1)
  }

  @Test("after: the write that leads and those behind it return, and are there")
  func after() async throws {
    let writes = Counter()
    let journal = TestJournal(isHolding: true)
    let database = Database(try await LocalDatastore.open(journal, policy: Policy.counting(writes: writes)))
    let leader = Task { try await database.set("a", 1) }
    _ = await journal.nextGroup()
    let followers = (0..<3).map { i in Task { try await database.set(TreePath([TreeKey(listIndex: i)]), 2) } }
    await writes.reached(4)
    for task in [leader] + followers { task.cancel() }
    await journal.letGo()
    #expect(try await leader.value.number == 1)
    // Now a cancelled task leads.
    _ = await journal.nextGroup()
    await journal.letGo()
    for follower in followers { #expect(try await follower.value.number > 1) }
    #expect(try await database.get("/").count == 4)
  }

  @Test("in the middle of its admission it is too late")
  func during() async throws {
    let database = Database.inMemory(policy: Policy(write: { _ in withUnsafeCurrentTask { $0?.cancel() } }))
    let commit = try await Task { try await database.set("a", 1) }.value
    #expect(commit.number == 1)
    #expect(try await database.get("a").int == 1)
  }

  @Test("reading does not ask")
  func reading() async throws {
    let database = try Database.inMemory(["a": 1])
    #expect(try await withoutWaiting { try await database.get("a").int } == 1)
    #expect(try await withoutWaiting { try await database.get(TreeQuery("/")).count } == 1)
  }
}
