import TestSupport
import Testing
import TrellisDatabase
import TrellisEngine
import TrellisTree

/// What transactions give and leave (data model §9), with the engine's own and with those that every datastore has.
@Suite struct TransactionTests {
  enum Kind: CaseIterable, Sendable {
    case engine, anyDatastore

    func database(_ tree: Tree = .null) throws -> Database {
      switch self {
      case .engine: try Database.inMemory(tree)
      case .anyDatastore: Database(try InterveningDatastore(tree))
      }
    }
  }

  private struct Refused: Error, Equatable { let reason: String }

  @Test("sees the value, replaces it, and gives the new one", arguments: Kind.allCases)
  func replaces(_ kind: Kind) async throws {
    let database = try kind.database(["likes": 3])
    let result = try await database.transaction("likes") { .int(($0.int ?? 0) + 1) }
    #expect(result.isCommitted)
    #expect(result.value.int == 4)
    #expect(result.attempts == 1)
    #expect(try await database.get("likes").int == 4)
  }

  @Test("sees null where nothing is; null deletes", arguments: Kind.allCases)
  func null(_ kind: Kind) async throws {
    let database = try kind.database(["a": ["b": 1]])
    let seen = Locked<Tree?>(nil)
    let result = try await database.transaction("new/place") { value in
      seen.withLock { $0 = value }
      return ["x": 1]
    }
    #expect(seen.withLock { $0 } == .null)
    #expect(result.value.tree == ["x": 1])
    #expect(try await database.transaction("a/b") { _ in .null }.value.exists == false)
    #expect(try await database.json() == #"{"new":{"place":{"x":1}}}"#)
  }

  @Test("giving up changes nothing and tells the value that was seen", arguments: Kind.allCases)
  func abort(_ kind: Kind) async throws {
    let database = try kind.database(["a": ["b": 1]])
    try await expectUnchanged(database) {
      let result = try await database.transaction("a") { _ in nil }
      #expect(!result.isCommitted)
      #expect(result.value.tree == ["b": 1])
      #expect(result.attempts == 1)
    }
  }

  @Test("what the closure throws passes unchanged, and it is not run again", arguments: Kind.allCases)
  func throwing(_ kind: Kind) async throws {
    let database = try kind.database(["a": 1])
    let runs = Counter()
    try await expectUnchanged(database) {
      await #expect(throws: Refused(reason: "no")) {
        _ = try await database.transaction("a") { _ in
          runs.add()
          throw Refused(reason: "no")
        }
      }
    }
    #expect(runs.count == 1)
  }

  @Test("what the closure throws passes unchanged also when it looks like an error of ours", arguments: Kind.allCases)
  func throwingConflict(_ kind: Kind) async throws {
    let database = try kind.database(["a": 1])
    let runs = Counter()
    let error = await expectError(.conflict, at: "mine") {
      _ = try await database.transaction("a") { _ in
        runs.add()
        throw TrellisError(.conflict, at: "mine", "my own reasons")
      }
    }
    #expect(error?.message == "my own reasons")
    #expect(runs.count == 1)
  }

  @Test("keeps the priority, unless the new value has one", arguments: Kind.allCases)
  func priorities(_ kind: Kind) async throws {
    let database = try kind.database(["a": Tree(1).with(priority: "p"), "b": (["x": 1] as Tree).with(priority: 2)])
    #expect(try await database.transaction("a") { .int(($0.int ?? 0) + 1) }.value.priority == "p")
    #expect(try await database.json("a") == #"{".value":2,".priority":"p"}"#)
    try await database.transaction("b") { _ in ["y": 2] }
    #expect(try await database.json("b") == #"{"y":2,".priority":2}"#)
    try await database.transaction("b") { _ in Tree(5).with(priority: 9) }
    #expect(try await database.json("b") == #"{".value":5,".priority":9}"#)
    try await database.transaction("b") { _ in .null }
    try await database.transaction("b") { _ in 1 }
    #expect(try await database.json("b") == "1", "a priority goes with its node")
  }

  @Test("lets the priority go when told to, unless the new value has one", arguments: Kind.allCases)
  func priorityGoes(_ kind: Kind) async throws {
    let database = try kind.database(["a": Tree(1).with(priority: "p"), "b": (["x": 1] as Tree).with(priority: 2)])
    let result = try await database.transaction("a", keepingPriority: false) { .int(($0.int ?? 0) + 1) }
    #expect(result.value.priority == nil)
    #expect(try await database.json("a") == "2")
    try await database.transaction("b", keepingPriority: false) { _ in Tree(5).with(priority: 9) }
    #expect(try await database.json("b") == #"{".value":5,".priority":9}"#)
  }

  @Test("server values in the new value are filled in", arguments: Kind.allCases)
  func serverValues(_ kind: Kind) async throws {
    let database = try kind.database(["a": ["n": 5]])
    let result = try await database.transaction("a") { _ in ["n": .increment(by: 2), "at": .timestamp] }
    #expect(result.value["n"].int == 7)
    #expect((result.value["at"].int ?? 0) > 1_600_000_000_000)
    #expect(try await database.get("a").tree == result.value.tree)
  }

  @Test("at the root, and deep below what is not there", arguments: Kind.allCases)
  func places(_ kind: Kind) async throws {
    let database = try kind.database()
    try await database.transaction("/") { _ in ["a": 1] }
    try await database.transaction("b/c/d") { _ in 2 }
    #expect(try await database.json() == #"{"a":1,"b":{"c":{"d":2}}}"#)
  }

  @Test("64 tasks add up exactly")
  func concurrent() async throws {
    let database = Database.inMemory()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<64 {
        group.addTask {
          for _ in 0..<20 { try await database.transaction("counter") { .int(($0.int ?? 0) + 1) } }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await database.get("counter").int == 1280)
  }

  @Test("on any datastore 64 tasks add up to what was committed; some may give up after 25 conflicts")
  func concurrentAnywhere() async throws {
    let database = Database(try InterveningDatastore())
    let committed = Counter()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<64 {
        group.addTask {
          do {
            for _ in 0..<10 {
              try await database.transaction("counter") { .int(($0.int ?? 0) + 1) }
              committed.add()
            }
          } catch TrellisError.Code.maxRetries {
            return
          } catch {
            Issue.record(error)
          }
        }
      }
    }
    #expect(try await database.get("counter").int == Int64(committed.count))
  }

  @Test("tasks that are cancelled, throw or give up stand in nobody's way")
  func mixed() async throws {
    let database = Database.inMemory()
    let committed = Counter()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        let task = Task {
          let result = try await database.transaction("counter") { value in
            if number % 5 == 1 { return nil }
            if number % 5 == 2 { throw Refused(reason: "no") }
            return .int((value.int ?? 0) + 1)
          }
          if result.isCommitted { committed.add() }
        }
        if number % 3 == 0 { task.cancel() }
        group.addTask { _ = await task.result }
      }
    }
    #expect(try await database.get("counter").int == Int64(committed.count))
    #expect(try await database.transaction("counter") { _ in 0 }.attempts == 1)
  }
}
