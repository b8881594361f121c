import Testing
import TrellisDatabase
import TrellisEngine
import TrellisTree

/// What an instrument is told.
@Suite struct InstrumentTests {
  private func told(_ database: Database, _ body: (Database) async throws -> Void) async rethrows -> [InstrumentEvent] {
    let events = Locked<[InstrumentEvent]>([])
    try await body(database.with(instrument: Told { event in events.withLock { $0.append(event) } }))
    return events.withLock { $0 }
  }

  @Test("each operation, with its place, in order")
  func operations() async throws {
    let events = try await told(Database.inMemory()) { database in
      try await database.set("a", 1)
      try await database.update("u", ["x": 1])
      try await database.remove("a")
      _ = try await database.get("g")
      _ = try await database.get(["g1", "g2"])
      _ = try await database.get(TreeQuery("q"))
      _ = database.observe("o")
      try await database.transaction("t") { _ in 1 }
      _ = try await database.push("p", 1)
    }
    #expect(events.map(\.operation) == [.write, .write, .write, .read, .read, .read, .observe, .transaction, .write])
    #expect(events.dropLast().map(\.path) == ["a", "u/x", "a", "g", "g1", "q", "o", "t"])
    #expect(events.last?.path.parent == "p")
    #expect(events.allSatisfy { $0.error == nil && $0.attempts == 1 && $0.duration >= .zero })
  }

  @Test("errors: refusals, conflicts, the closed database")
  func errors() async throws {
    let database = Database.inMemory(policy: Policy.writable("open"))
    let events = try await told(database) { database in
      _ = try? await database.set("shut", 1)
      var write = try TreeWrite.set("open", 1)
      write.condition = .equals(5, at: "open")
      _ = try? await database.write(write)
      try await database.close()
      _ = try? await database.get("a")
    }
    #expect(events.map { ($0.error as? TrellisError)?.code } == [.permissionDenied, .conflict, .closed])
    #expect(events.map(\.path) == ["shut", "open", "a"])
  }

  @Test("a transaction is told once, with how often its closure ran, also when it failed in the end")
  func attempts() async throws {
    struct Enough: Error {}
    let database = try Database.inMemory(["a": 0])
    let runs = Counter()
    let events = try await told(database) { told in
      try await told.transaction("a") { value in
        if runs.add() < 3 { finishNow { _ = try? await database.set("a", .increment(by: 1)) } }
        return .int((value.int ?? 0) + 100)
      }
      _ = try? await told.transaction("a") { value in
        finishNow { _ = try? await database.set("a", .increment(by: 1)) }
        return 1
      }
      _ = try? await told.transaction("a") { value in
        if runs.add() == 5 { throw Enough() }
        finishNow { _ = try? await database.set("a", .increment(by: 1)) }
        return 1
      }
    }
    #expect(events.map(\.operation) == [.transaction, .transaction, .transaction])
    #expect(events.map(\.attempts) == [3, 25, 2])
    #expect(events[0].error == nil)
    #expect((events[1].error as? TrellisError)?.code == .maxRetries)
    #expect(events[2].error is Enough)
  }

  @Test("other handles to the same database tell nothing")
  func handles() async throws {
    let database = Database.inMemory()
    let events = try await told(database) { told in
      try await database.set("a", 1)
      try await told.as(Auth(uid: "alice")).set("b", 1)
    }
    #expect(events.map(\.path) == ["b"])
  }
}
