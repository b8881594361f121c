import Testing
import TrellisDatabase
import TrellisEngine
import TrellisTree

/// Results that come again whenever they have changed.
@Suite struct ObserveTests {
  @Test("begins with the current result, also when nothing is there")
  func first() async throws {
    let database = try Database.inMemory(["list": ["a": 1]])
    var list = database.observe("list").makeAsyncIterator()
    #expect(try await list.next()?.keys == ["a"])
    var nowhere = database.observe("nowhere").makeAsyncIterator()
    #expect(try await nowhere.next()?.tree.isNull == true)
  }

  @Test("comes again after each change: of the place, below it, above it, of its priority")
  func changes() async throws {
    let database = try Database.inMemory(["p": ["list": ["a": 1]]])
    var list = database.observe("p/list").makeAsyncIterator()
    _ = try await list.next()
    try await database.set("p/list/b", ["x": 2])
    #expect(try await list.next()?.tree == ["a": 1, "b": ["x": 2]])
    try await database.set("p/list/b/x", 3)
    #expect(try await list.next()?.tree == ["a": 1, "b": ["x": 3]])
    try await database.set("p", ["list": ["c": 1]])
    #expect(try await list.next()?.tree == ["c": 1])
    try await database.setPriority("p/list", 5)
    #expect(try await list.next()?.tree == (["c": 1] as Tree).with(priority: 5))
    try await database.remove("/")
    #expect(try await list.next()?.tree.isNull == true)
    try await database.set("p/list", 7)
    #expect(try await list.next()?.tree == 7)
  }

  @Test("O-14: a query comes again only when its window changes, which never grows and refills")
  func window() async throws {
    let results = try await results(
      of: TreeQuery("m").ordered(by: .key).last(3), from: ["m": ["m1": 1, "m2": 2, "m3": 3, "m4": 4]],
      after: [
        { try await $0.set("m/m5", 5) }, { try await $0.remove("m/m4") }, { try await $0.remove("m/m1") },
        { try await $0.setPriority("m", 1) }, { try await $0.set("m/m2", 9) },
      ])
    #expect(results.map(\.keys) == [["m2", "m3", "m4"], ["m3", "m4", "m5"], ["m2", "m3", "m5"], ["m2", "m3", "m5"]])
    #expect(results.last?.map(\.node.int) == [9, 3, 5])
  }

  @Test("a slow reader skips to the newest; nothing queues up behind it")
  func coalesces() async throws {
    let datastore = LocalDatastore()
    let database = Database(datastore)
    let count = try await signals(to: TreeQuery("n"), in: datastore) {
      for i in 1...100 as ClosedRange<Int64> { try await database.set("n", .int(i)) }
    }
    #expect(count == 1)
    var values = database.observe("n").makeAsyncIterator()
    #expect(try await values.next()?.tree == 100)
    for i in 101...200 as ClosedRange<Int64> { try await database.set("n", .int(i)) }
    #expect(try await values.next()?.tree == 200)
  }

  @Test("a change that is taken back before the reader looks is not shown")
  func takenBack() async throws {
    let database = try Database.inMemory(["n": 1])
    var values = database.observe("n").makeAsyncIterator()
    _ = try await values.next()
    try await database.set("n", 2)
    try await database.set("n", 1)
    try await database.set("n", .double(1))
    try await database.set("n", 3)
    #expect(try await values.next()?.tree == 3)
  }

  @Test("what the database does not tell apart is no change: 0 and -0, 1 and 1.0, the same again")
  func equalValues() async throws {
    let results = try await results(
      of: TreeQuery("n"), from: ["n": ["zero": 0, "one": 1]],
      after: [
        { try await $0.update("n", ["zero": .double(-0.0), "one": .double(1)]) }, { try await $0.set("n/one", 1) },
        { try await $0.setPriority("n/nothing", 5) }, { try await $0.remove("n/nothing") }, { try await $0.set("n/one", 2) },
      ])
    #expect(results.map(\.tree) == [["zero": 0, "one": 1], ["zero": 0, "one": 2]])
    #expect(results.last?.tree.json(.export) == #"{"one":2,"zero":-0}"#, "yet it is kept as written")
  }

  @Test(
    "a change elsewhere does not even make it look",
    arguments: [
      ("beside", 1, false), ("list2", 1, false), ("p/other", 1, false), ("p/list/a", 2, true), ("p/list", ["a": 1], true),
      ("p", ["list": ["a": 1]], true), ("/", ["p": ["list": ["a": 1]]], true), ("p/list/a/deep/er", 1, true),
    ] as [(TreePath, Tree, Bool)])
  func elsewhere(_ path: TreePath, _ value: Tree, _ isConcerned: Bool) async throws {
    let datastore = try LocalDatastore(["p": ["list": ["a": 1]]])
    let count = try await signals(to: TreeQuery("p/list"), in: datastore) { try await Database(datastore).set(path, value) }
    #expect(count == (isConcerned ? 1 : 0))
  }

  @Test(
    "results come in the order of commits and end with the newest")
  func order() async throws {
    let database = try Database.inMemory(["n": 0])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          var last: Int64 = -1
          for try await result in database.observe("n") {
            let value = try #require(result.tree.int)
            #expect(value > last)
            last = value
            if value == 300 { break }
          }
        }
      }
      group.addTask {
        for i in 1...300 as ClosedRange<Int64> {
          try await database.set("n", .int(i))
          if i % 10 == 0 { await Task.yield() }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("many observe one place, each on its own; an ended one changes nothing for the others")
  func independent() async throws {
    let datastore = LocalDatastore()
    let database = Database(datastore)
    var first: QueryUpdates.Iterator? = database.observe("r").makeAsyncIterator()
    var second = database.observe("r").makeAsyncIterator()
    _ = try await first?.next()
    _ = try await second.next()
    #expect(datastore.listenerCount == 2)
    first = nil
    #expect(datastore.listenerCount == 1)
    try await database.set("r/a", 1)
    #expect(try await second.next()?.keys == ["a"])
    var third = database.observe("r").makeAsyncIterator()
    #expect(try await third.next()?.keys == ["a"])
  }

  @Test("one sequence may be iterated more than once")
  func again() async throws {
    let database = try Database.inMemory(["n": 1])
    let updates = database.observe("n")
    for expected: Tree in [1, 2] {
      for try await result in updates {
        #expect(result.tree == expected)
        break
      }
      try await database.set("n", 2)
    }
  }
}
