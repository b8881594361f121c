import Foundation
import TestSupport
import Testing
import TrellisDatabase
import TrellisEngine
import TrellisPages
import TrellisQueries
import TrellisTree

/// What streams of changes and events tell, and how they begin and end.
@Suite(.hangGuard) struct ChangesTests {
  @Test("O-14: a last-n window never grows and refills")
  func window() async throws {
    let database = try Database.inMemory(["m": ["m1": 1, "m2": 2, "m3": 3, "m4": 4]])
    let query = try TreeQuery("m").ordered(by: .key).last(3)
    var changes = database.changes(of: query).makeAsyncIterator()
    func next() async throws -> [String] { try await changes.next().map { texts($0) } ?? [] }
    #expect(try await next() == ["added m2 -", "added m3 m2", "added m4 m3", #"{"m2":2,"m3":3,"m4":4}"#])
    try await database.set("m/m5", 5)
    #expect(try await next() == ["removed m2", "added m5 m4", #"{"m3":3,"m4":4,"m5":5}"#])
    try await database.remove("m/m4")
    #expect(try await next() == ["removed m4", "added m2 -", #"{"m2":2,"m3":3,"m5":5}"#])
    try await database.remove("m/m1")
    try await database.set("m/m3", 30)
    #expect(try await next() == ["changed m3 m2", #"{"m2":2,"m3":30,"m5":5}"#], "nothing is told of what lies outside")
  }

  @Test("O-15: queries and observers are independent")
  func independence() async throws {
    let database = try Database.inMemory(["r": ["r0": ["ts": 50], "r1": ["ts": 150], "r2": ["ts": 160]]])
    let recent = try TreeQuery("r").ordered(byChild: "ts").starting(at: 100).ending(at: 199)
    var first = database.changes(of: recent).makeAsyncIterator()
    #expect(try await first.next()?.events.map(\.key) == ["r1", "r2"])
    let early = try TreeQuery("r").ordered(byChild: "ts").starting(at: 0).ending(at: 99)
    #expect(try await database.get(early).tree == ["r0": ["ts": 50]])
    try await database.set("r/r3", ["ts": 170])
    #expect(try await first.next().map { texts($0).dropLast() } == ["added r3 r2"])

    let all = try TreeQuery("r").ordered(by: .key)
    var second: QueryChanges.Iterator? = database.changes(of: all).makeAsyncIterator()
    var third = database.changes(of: all).makeAsyncIterator()
    #expect(try await second?.next()?.result.count == 4)
    #expect(try await third.next()?.result.count == 4)
    second = nil
    try await database.set("r/r4", ["ts": 10])
    #expect(try await third.next().map { texts($0).dropLast() } == ["added r4 r3"])
    second = database.changes(of: all).makeAsyncIterator()
    #expect(try await second?.next()?.result.count == 5)
    try await database.set("r/r1/ts", 151)
    #expect(try await first.next().map { texts($0).dropLast() } == ["moved r1 -", "changed r1 -"], "r4 was none of its business")
  }

  @Test("observers that are cancelled where they begin leave nothing behind")
  func cancelledAtOnce() async throws {
    let datastore = try LocalDatastore(["a": 1])
    let database = Database(datastore)
    for _ in 0..<1000 {
      let task = Task { for try await _ in database.events(of: TreeQuery("/")) {} }
      task.cancel()
      _ = await task.result
    }
    #expect(datastore.listenerCount == 0)
  }

  @Test("each commit is told in turn, also those that were journaled together")
  func everyCommit() async throws {
    let journal = TestJournal(isHolding: true)
    let database = Database(try await LocalDatastore.open(journal))
    var changes = database.changes(of: TreeQuery("n")).changesOnly.makeAsyncIterator()
    let writes = (1...5).map { number in Task { try await database.set(TreePath("n/k\(number)"), .int(Int64(number))) } }
    _ = await journal.nextGroup()
    await journal.stopHolding()
    for write in writes { _ = try await write.value }
    var counts: [Int] = []
    for _ in 1...5 { counts.append(try await changes.next()?.result.count ?? 0) }
    #expect(counts == [1, 2, 3, 4, 5])
  }

  @Test("a slow reader is told what many commits did as one step, and memory stays bounded")
  func slowReader() async throws {
    let datastore = try LocalDatastore(["list": ["first": 0]])
    let database = Database(datastore)
    var changes = database.changes(of: TreeQuery("list")).makeAsyncIterator()
    #expect(try await changes.next()?.isInitial == true)
    let count = 5 * QueryChanges.mostStates
    for number in 0..<count { try await database.set(try TreePath("list/k\(number)"), .string("a text that takes some room \(number)")) }
    #expect(datastore.statistics.versions <= QueryChanges.mostStates + 4)
    var (steps, keys) = (0, Set<TreeKey>())
    var result: QueryResult?
    while result?.count != count + 1, let change = try await changes.next() {
      steps += 1
      for event in change.events where event.kind == .added { #expect(keys.insert(event.key).inserted) }
      result = change.result
    }
    #expect(keys.count == count && steps <= QueryChanges.mostStates)
  }

  @Test("events are those of children, then the value; the first value says that all is there")
  func events() async throws {
    let database = try Database.inMemory(["a": ["x": 1, "y": 2]])
    var events = database.events(of: TreeQuery("a")).makeAsyncIterator()
    func next() async throws -> String? {
      switch try await events.next() {
      case .child(let child)?: text(child)
      case .value(let result)?: result.tree.json(.export)
      case nil: nil
      }
    }
    #expect(try await [next(), next(), next()] == ["added x -", "added y x", #"{"x":1,"y":2}"#])
    try await database.update("a", ["x": .null, "z": 3])
    #expect(try await [next(), next(), next()] == ["removed x", "added z y", #"{"y":2,"z":3}"#])
    try await database.set("a", 7)
    #expect(try await [next(), next(), next()] == ["removed y", "removed z", "7"])
    try await database.set("a", 7.0)
    try await database.remove("a")
    #expect(try await next() == "null", "1 and 1.0 are the same")
  }

  @Test("an empty place tells an empty result at once")
  func empty() async throws {
    var changes = Database.inMemory().changes(of: TreeQuery("none")).makeAsyncIterator()
    let change = try #require(try await changes.next())
    #expect(change.isInitial && change.events.isEmpty && change.result.isEmpty)
  }

  @Test("what may not be read ends in one error; so does closing")
  func errors() async throws {
    let database = Database.inMemory(
      policy: Policy(read: { if $0.root["shut"].bool == true { throw TrellisError(.permissionDenied, "shut") } }, changes: Counter()))
    var changes = database.changes(of: TreeQuery("a")).makeAsyncIterator()
    #expect(try await changes.next() != nil)
    try await database.update("/", ["shut": true, "a": 2])
    await expectError(.permissionDenied) { try await changes.next() }
    #expect(try await changes.next() == nil)

    let other = Database.inMemory()
    var others = other.changes(of: TreeQuery("a")).makeAsyncIterator()
    #expect(try await others.next() != nil)
    try await other.close()
    await expectError(.closed) { try await others.next() }
    #expect(try await others.next() == nil)
  }

  @Test("a snapshot has one step, and a datastore that tells results only is followed by them")
  func otherDatastores() async throws {
    let database = try Database.inMemory(["a": ["x": 1]])
    var steps = 0
    for try await change in try await database.snapshot().changes(of: TreeQuery("a")) {
      #expect(change.events.map(\.key) == ["x"])
      steps += 1
    }
    #expect(steps == 1)

    let plain = Database(try InterveningDatastore())
    var changes = plain.changes(of: TreeQuery("a")).makeAsyncIterator()
    #expect(try await changes.next()?.isInitial == true)
    try await plain.set("a/k", 1)
    #expect(try await changes.next()?.events.map(\.key) == ["k"])
  }

  /// `TRELLIS_STRESS_OPERATIONS` says how often.
  @Test("subscribing and leaving over and over keeps nothing in memory")
  func comingAndGoing() async throws {
    let datastore = try LocalDatastore(["a": .branch((0..<300).map { (TreeKey(listIndex: $0), ["n": 1]) })])
    let database = Database(datastore)
    let query = try TreeQuery("a").ordered(byChild: "n").first(3)
    let rounds = ProcessInfo.processInfo.environment["TRELLIS_STRESS_OPERATIONS"].flatMap { Int($0) } ?? 2000
    for round in 0..<rounds {
      var changes = database.changes(of: query).makeAsyncIterator()
      if round % 10 == 0 { _ = try await changes.next() }
      if round % 20 == 0 { try await database.set("b", .int(Int64(round))) }
    }
    try await database.set("b", 0)
    #expect(datastore.listenerCount == 0)
    #expect(datastore.statistics.versions <= 3)
  }

  // MARK: As text

  private func texts(_ change: QueryChange) -> [String] { change.events.map(text) + [change.result.tree.json(.export)] }

  private func text(_ event: ChildEvent) -> String {
    event.kind == .removed ? "removed \(event.key)" : "\(event.kind) \(event.key) \(event.previousKey.map(\.text) ?? "-")"
  }
}
