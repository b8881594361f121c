import TestSupport
import Testing
import TrellisDatabase
import TrellisEngine
import TrellisTree

/// How observations end, and that they leave nothing behind.
@Suite struct ObserveEndTests {
  @Test("leaving the loop ends it")
  func leaving() async throws {
    let datastore = LocalDatastore()
    for path in ["a", "a/b", "/", "a"] as [TreePath] {
      for try await _ in Database(datastore).observe(path) {
        #expect(datastore.listenerCount == 1)
        break
      }
      #expect(datastore.listenerCount == 0)
    }
  }

  @Test("cancelling the task ends it, without an error")
  func cancelling() async throws {
    let datastore = LocalDatastore()
    let database = Database(datastore)
    let seen = Counter()
    let task = Task {
      for try await _ in database.observe("a") { seen.add() }
      return seen.count
    }
    await seen.reached(1)
    task.cancel()
    #expect(try await task.value == 1)
    #expect(datastore.listenerCount == 0)
  }

  @Test("O-15.6: cancelled right after it was begun, many times; none is left")
  func cancelledAtOnce() async throws {
    let datastore = LocalDatastore()
    let database = Database(datastore)
    await withTaskGroup(of: Void.self) { group in
      for i in 0..<1000 {
        let task = Task { for try await _ in database.observe(TreePath([TreeKey(listIndex: i % 7)])) {} }
        group.addTask { _ = try? await database.set(TreePath([TreeKey(listIndex: i % 7)]), .int(Int64(i))) }
        task.cancel()
        group.addTask { _ = await task.result }
      }
    }
    #expect(datastore.listenerCount == 0)
    try await database.set("0", "still works")
  }

  @Test("closing the database ends it with an error, waiting or not")
  func closing() async throws {
    let datastore = LocalDatastore()
    let database = Database(datastore)
    let seen = Counter()
    let waiting = Task { for try await _ in database.observe("a") { seen.add() } }
    let commits = Task { for try await _ in database.commits(since: 0) { seen.add() } }
    var idle = database.observe("b").makeAsyncIterator()
    _ = try await idle.next()
    try await database.set("a", 1)
    try await database.close()
    await expectError(.closed, saying: ["closed", "open it again"]) { try await waiting.value }
    await expectError(.closed) { try await commits.value }
    await expectError(.closed) { try await idle.next() }
    await expectError(.closed) { for try await _ in database.observe("a") {} }
    #expect(datastore.listenerCount == 0)
  }

  @Test("when it may no longer be read, it ends with one error")
  func revoked() async throws {
    let policy = Policy(
      read: { request in
        if request.root["shut"].bool == true { throw TrellisError(.permissionDenied, at: request.query.path, "shut") }
      }, changes: Counter())
    let database = Database.inMemory(policy: policy)
    var values = database.observe("a").makeAsyncIterator()
    #expect(try await values.next() != nil)
    try await database.set("a", 1)
    #expect(try await values.next()?.tree == 1)
    try await database.update("/", ["shut": true, "a": 2])
    await expectError(.permissionDenied, at: "a") { try await values.next() }
    // That was its end, although it might be read again now.
    try await database.update("/", ["shut": false, "a": 3])
    #expect(try await values.next() == nil)
    #expect(try await database.get("a").int == 3)
  }

  @Test("refused from the start, it gives an error and no result, and leaves no listener")
  func refused() async throws {
    let datastore = LocalDatastore(
      policy: Policy(read: { throw TrellisError(.permissionDenied, at: $0.query.path, "never") }))
    var results = 0
    await expectError(.permissionDenied, at: "a") { for try await _ in Database(datastore).observe("a") { results += 1 } }
    #expect(results == 0)
    #expect(datastore.listenerCount == 0)
  }

  @Test("a listener keeps nothing of the tree in memory but the version of its last result")
  func memory() async throws {
    let datastore = LocalDatastore()
    let database = Database(datastore)
    var values = database.observe("big").makeAsyncIterator()
    try await database.set("big", .list((0..<500).map { Tree.int($0) }))
    _ = try await values.next()
    for i in 0..<300 as Range<Int64> {
      try await database.set("other", .int(i))
      if i % 3 == 0 { try await database.set("big/7", .int(i)) }
    }
    // The published one, that of the result, and one that the next write lets go of.
    #expect(datastore.statistics.versions <= 3)
  }
}
