import Testing
import TrellisDatabase
import TrellisEngine
import TrellisTree

/// Values that the datastore fills in (data model §8), and O-18 as far as one process goes.
@Suite struct ServerValueTests {
  /// A clock that never says the same twice.
  private static func ticking() -> @Sendable () -> Int64 {
    let counter = Counter()
    return { 1_700_000_000_000 + Int64(counter.add()) }
  }

  private func database(_ tree: Tree = .null) async throws -> Database {
    let journal = TestJournal(JournalContent(tree: tree))
    return Database(try await LocalDatastore.open(journal, now: Self.ticking()))
  }

  @Test("O-18.4: all timestamps of one write are equal, also in priorities, and are the commit's time")
  func timestamps() async throws {
    let database = try await database()
    let commit = try await database.update(
      "/",
      [
        "x": .timestamp, "y": ["deep": [.timestamp, .timestamp]], "z": Tree(1).with(priority: ServerValue.timestamp),
      ])
    let root = try await database.get("/")
    let time = Tree.Scalar.int(commit.milliseconds)
    for scalar in [root["x"].scalar, root[path: "y/deep/0"].scalar, root[path: "y/deep/1"].scalar, root["z"].priority] {
      #expect(scalar?.isIdentical(to: time) == true)
    }
    #expect(commit.milliseconds > 1_700_000_000_000)
  }

  @Test("the next write has a later time")
  func later() async throws {
    let database = try await database()
    let first = try await database.set("a", .timestamp)
    try await database.set("a", 1, priority: .timestamp)
    #expect(try await (database.get("a").priority ?? 0) > .int(first.milliseconds))
    try await database.setPriority("a", .timestamp)
    #expect(try await database.get("a").tree.int == 1)
  }

  @Test("the time of this machine is used where none is given")
  func realClock() async throws {
    let database = Database.inMemory()
    let before = Clock.milliseconds()
    let commit = try await database.set("a", .timestamp)
    #expect((before...Clock.milliseconds()).contains(commit.milliseconds))
    #expect(try await database.get("a").int == commit.milliseconds)
  }

  @Test(
    "increments follow the number rule",
    arguments: [
      (.int(1), .int(2), .int(3)), (.int(.max), .int(1), .double(0x1p63)), (.int(.min), .int(-1), .double(-0x1p63)),
      (.int(.max), .int(.min), .int(-1)), (.int(1), .double(0.5), .double(1.5)), (.double(1.5), .int(1), .double(2.5)),
      (.double(0.1), .double(0.2), .double(0.30000000000000004)), (.double(1), .int(1), .double(2)), (.int(1), .double(1), .double(2)),
      (nil, .int(5), .int(5)), (nil, .double(0.5), .double(0.5)), ("text", .int(5), .int(5)), (true, .int(5), .int(5)),
      (false, .double(-1.5), .double(-1.5)), (.int(7), .int(0), .int(7)), (.double(-0.0), .int(0), .double(0)),
    ] as [(Tree.Scalar?, Tree.Scalar, Tree.Scalar)])
  func numbers(_ current: Tree.Scalar?, _ delta: Tree.Scalar, _ sum: Tree.Scalar) async throws {
    let database = try await database([
      "n": Tree(current), "p": Tree(1).with(priority: current == true || current == false ? nil : current),
    ])
    let increment = Tree(leaf: .serverValue(.increment(delta)))
    let commit = try await database.update("/", ["n": increment])
    let stored = try await database.get("n").scalar
    #expect(stored?.isIdentical(to: sum) == true, "\(stored.map { "\($0)" } ?? "nothing")")
    #expect(commit.changes.first?.value.scalar?.isIdentical(to: sum) == true, "a commit holds what was filled in")
    try await database.setPriority("p", increment)
    #expect(try await database.get("p").priority?.isIdentical(to: sum) == true, "as a priority")
  }

  @Test("O-18.2, O-18.3: text is no number; a double stays one")
  func cases() async throws {
    let database = try await database(["s": "text", "f": 1.5, "o": ["x": 1]])
    try await database.set("s", .increment(by: 5))
    try await database.update("/", ["f": .increment(by: 1)])
    try await database.set("o", .increment(by: 3))
    #expect(try await database.json() == #"{"f":2.5,"o":3,"s":5}"#)
  }

  @Test(
    "O-18.1: increments of many writers add up")
  func manyWriters() async throws {
    let database = try await database()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask { for _ in 0..<50 { try await database.set("c", .increment(by: 1)) } }
      }
      try await group.waitForAll()
    }
    #expect(try await database.get("c").scalar?.isIdentical(to: .int(100)) == true)
  }

  @Test("in a set, increments inside count from what stood at their own places; the rest is replaced")
  func nestedInSet() async throws {
    let database = try await database(["a": ["n": 4, "m": ["k": 10], "gone": 1]])
    try await database.set("a", ["n": .increment(by: 1), "m": ["k": .increment(by: 5), "new": .increment(by: 7)]])
    #expect(try await database.json("a") == #"{"m":{"k":15,"new":7},"n":5}"#)
  }

  @Test("a set with an increment loses the old priority; one relative to it may be given")
  func priorities() async throws {
    let database = try await database(["a": Tree(1).with(priority: 10), "b": Tree(1).with(priority: 10)])
    try await database.set("a", .increment(by: 1))
    try await database.set("b", .increment(by: 1), priority: .increment(by: 5))
    #expect(try await database.json() == #"{"a":2,"b":{".value":2,".priority":15}}"#)
  }

  @Test("in an update, each entry is resolved against the state before it")
  func inUpdate() async throws {
    let database = try await database(["a": ["n": 1, "m": 2], "b": 3])
    try await database.update(
      "/",
      [
        "a/n": .increment(by: 10), "a/m": .increment(by: 10), "b": ["was": .increment(by: 1)], "c/d": .increment(by: 1),
      ])
    #expect(try await database.json() == #"{"a":{"m":12,"n":11},"b":{"was":1},"c":{"d":1}}"#)
  }

  @Test("below a leaf, the leaf's value does not count")
  func belowLeaf() async throws {
    let database = try await database(["a": 5])
    try await database.set("a/b", .increment(by: 1))
    #expect(try await database.json() == #"{"a":{"b":1}}"#)
  }

  @Test("a database that starts with a tree fills in its server values")
  func start() async throws {
    let database = try Database.inMemory(["n": .increment(by: 2), "at": .timestamp])
    #expect(try await database.get("n").int == 2)
    #expect((try await database.get("at").int ?? 0) > 1_600_000_000_000)
  }
}
