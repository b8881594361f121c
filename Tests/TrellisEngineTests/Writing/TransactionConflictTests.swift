import TestSupport
import Testing
import TrellisDatabase
import TrellisEngine
import TrellisTree

/// Transactions that others come in between (data model §9.7).
@Suite struct TransactionConflictTests {
  @Test(
    "is run again on the newest value when somebody wrote at, above or below its place",
    arguments: [
      ("a", ["n": 2], ["n": 2]), ("a/n", 2, ["n": 2]), ("a/other", 2, ["n": 1, "other": 2]), ("/", ["a": ["n": 2]], ["n": 2]),
      ("a", nil, nil), ("/", nil, nil),
    ] as [(TreePath, Tree, Tree)])
  func runsAgain(_ place: TreePath, _ written: Tree, _ newest: Tree) async throws {
    let database = try Database.inMemory(["a": ["n": 1]])
    let seen = Locked<[Tree]>([])
    let result = try await database.transaction("a") { value in
      let run = seen.withLock { seen in
        seen.append(value)
        return seen.count
      }
      if run == 1 { finishNow { _ = try? await database.set(place, written) } }
      return .int(Int64(run))
    }
    #expect(seen.withLock { $0 } == [["n": 1], newest])
    #expect(result.attempts == 2)
    #expect(result.value.int == 2)
    #expect(try await database.get("a").int == 2)
  }

  @Test("is not disturbed by writes beside its place")
  func besides() async throws {
    let database = try Database.inMemory(["a": 1])
    let result = try await database.transaction("a") { value in
      finishNow { _ = try? await database.update("/", ["b": 1, "ab": 2, "c/a": 3]) }
      return .int((value.int ?? 0) + 1)
    }
    #expect(result.attempts == 1)
    #expect(try await database.json() == #"{"a":2,"ab":2,"b":1,"c":{"a":3}}"#)
  }

  @Test("gives up after 25 conflicts, having changed nothing; the error says so")
  func mostAttempts() async throws {
    let database = try Database.inMemory(["a": 0])
    let runs = Counter()
    await expectError(.maxRetries, at: "a", saying: ["25 times", "try again"]) {
      _ = try await database.transaction("a") { value in
        let run = runs.add()
        finishNow { _ = try? await database.set("a", .int(Int64(run))) }
        return "mine"
      }
    }
    #expect(runs.count == 25)
    #expect(try await database.get("a").int == 25)
  }

  @Test("succeeds in the 25th attempt")
  func lastAttempt() async throws {
    let database = try Database.inMemory(["a": 0])
    let runs = Counter()
    let result = try await database.transaction("a") { value in
      let run = runs.add()
      if run < 25 { finishNow { _ = try? await database.set("a", .int(Int64(run))) } }
      return .int((value.int ?? 0) + 100)
    }
    #expect(result.attempts == 25)
    #expect(result.value.int == 124)
  }

  @Test("a run after a conflict may give up or throw")
  func secondRun() async throws {
    struct Gone: Error {}
    let database = try Database.inMemory(["a": 1])
    let result = try await database.transaction("a") { value in
      guard value.int == 1 else { return nil }
      finishNow { _ = try? await database.set("a", 2) }
      return 10
    }
    #expect(!result.isCommitted)
    #expect(result.value.int == 2)
    #expect(result.attempts == 2)
    await #expect(throws: Gone.self) {
      _ = try await database.transaction("a") { value in
        guard value.int == 2 else { throw Gone() }
        finishNow { _ = try? await database.set("a", 3) }
        return 10
      }
    }
    #expect(try await database.get("a").int == 3)
  }

  @Test("of any datastore: compares the value, is run again, and gives up after 25 conflicts")
  func anyDatastore() async throws {
    let once = Database(
      try InterveningDatastore(["a": 1]) { inner, number in
        if number == 1 { _ = try await inner.write(.set("a", 5), as: nil) }
      })
    let result = try await once.transaction("a") { .int(($0.int ?? 0) + 1) }
    #expect(result.attempts == 2)
    #expect(try await once.get("a").int == 6)

    let always = Database(
      try InterveningDatastore(["a": 0]) { inner, number in
        _ = try await inner.write(.set("a", .int(Int64(number))), as: nil)
      })
    let runs = Counter()
    await expectError(.maxRetries, at: "a") {
      _ = try await always.transaction("a") { _ in
        runs.add()
        return "mine"
      }
    }
    #expect(runs.count == 25)
    #expect(try await always.get("a").int == 25)
  }

  @Test("of any datastore: other errors of the write are not tried again")
  func otherErrors() async throws {
    let runs = Counter()
    let database = Database(try InterveningDatastore(["a": 0]) { _, _ in throw TrellisError(.permissionDenied, at: "a", "no") })
    await expectError(.permissionDenied, at: "a") {
      _ = try await database.transaction("a") { _ in
        runs.add()
        return 1
      }
    }
    #expect(runs.count == 1)
  }

  @Test("what the policy refuses is not tried again; what may not be read is not run at all")
  func refused() async throws {
    let runs = Counter()
    let body: @Sendable (Tree) -> Tree? = { _ in
      runs.add()
      return 1
    }
    let readable = Database.inMemory(policy: Policy.writable("open"))
    await expectError(.permissionDenied, at: "shut") { _ = try await readable.transaction("shut", body) }
    #expect(runs.count == 1)
    let secret = Database.inMemory(policy: Policy(read: { throw TrellisError(.permissionDenied, at: $0.query.path, "secret") }))
    await expectError(.permissionDenied, at: "shut") { _ = try await secret.transaction("shut", body) }
    #expect(runs.count == 1)
  }

  @Test("a cancelled task stops between attempts")
  func cancelled() async throws {
    let database = try Database.inMemory(["a": 0])
    let runs = Counter()
    let task = Task {
      try await database.transaction("a") { _ in
        runs.add()
        finishNow { _ = try? await database.set("a", 1) }
        withUnsafeCurrentTask { $0?.cancel() }
        return 10
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(runs.count == 1)
    #expect(try await database.get("a").int == 1)
  }
}
