public import Testing
public import Trellis

/// Laws that every datastore obeys, for authors of backends.
///
/// ```swift
/// @Test(.timeLimit(.minutes(1))) func everyLaw() async throws {
///   try await DatastoreConformance { try await MyDatastore(at: emptyPlace()) }.all()
/// }
/// ```
/// A broken law is an issue of the test, which names the law. Some laws wait for what an observation must tell: a datastore that does
/// not tell lets them wait, so give the test a time limit. `FaultyDatastore` and `FaultyJournal` add faults; `MinimalDatastore` obeys
/// every law and does nothing more.
///
/// ## Topics
/// - All of them: `all()`
/// - Writing: `whatIsWrittenIsRead()`, `writesAreAtomic()`, `conditionsHold()`, `serverValuesAreFilledIn()`, `transactionsAreSerial()`
/// - Reading: `queriesAreAnswered()`, `snapshotsStay()`
/// - Following: `commitsAreTold()`, `observationsFollow()`, `changesAreSteps()`
/// - Ending: `cancelledWritesWriteNothing()`, `closedMeansClosed()`
public struct DatastoreConformance {
  private let open: () async throws -> any Datastore
  private let laws: Laws

  /// - Parameter open: gives a datastore that is empty, for each law anew.
  public init(sourceLocation: SourceLocation = #_sourceLocation, _ open: @escaping () async throws -> any Datastore) {
    self.open = open
    laws = Laws(sourceLocation: sourceLocation)
  }

  private func database() async throws -> Database { Database(try await open()) }

  private func expect(_ json: String, at path: TreePath, _ database: Database, _ law: String) async throws {
    let found = try await laws.json(path, database)
    laws.check(found == json, "\(law): \(path) is \(found) instead of \(json)")
  }

  /// Runs every law.
  public func all() async throws {
    try await whatIsWrittenIsRead()
    try await writesAreAtomic()
    try await conditionsHold()
    try await serverValuesAreFilledIn()
    try await transactionsAreSerial()
    try await queriesAreAnswered()
    try await snapshotsStay()
    try await commitsAreTold()
    try await observationsFollow()
    try await changesAreSteps()
    try await cancelledWritesWriteNothing()
    try await closedMeansClosed()
  }
}

// MARK: Writing

extension DatastoreConformance {
  /// Values of every kind come back as they were written; deleting leaves no empty branches; what is missing is nothing.
  public func whatIsWrittenIsRead() async throws {
    let database = try await database()
    let values: [(Tree, String)] = [
      (true, "true"), (false, "false"), (.int(.min), "-9223372036854775808"), (.int(1_506_428_988_000), "1506428988000"), (0.1, "0.1"),
      (.double(.leastNonzeroMagnitude), "5e-324"), ("é", #""é""#), ("e\u{301}", "\"e\u{301}\""),
      (["b": 1, "a": ["c": 2]], #"{"a":{"c":2},"b":1}"#),
      (Tree("x").with(priority: 2), #"{".value":"x",".priority":2}"#), (["1": "b", "10": "c", "9": "d"], #"{"1":"b","9":"d","10":"c"}"#),
    ]
    for (value, json) in values {
      try await database.set("values/one", value)
      try await expect(json, at: "values/one", database, "a value that was written")
    }
    try await database.remove("values/one")
    try await expect("null", at: "values", database, "a branch whose last child was deleted")
    try await database.set("a/b", 1)
    try await database.set("a", ["c": 2])
    try await expect(#"{"c":2}"#, at: "a", database, "a place that was replaced")
    let nodes = try await database.get(["a/c", "nowhere", "a/c/deeper"])
    laws.check(nodes.map(\.exists) == [true, false, false], "several places at once are not answered in their order")
  }

  /// A write of several places is carried out as a whole, or not at all.
  public func writesAreAtomic() async throws {
    let database = try await database()
    try await database.update("/", ["a/x": 1, "b": ["y": 2], "c": nil])
    try await expect(#"{"a":{"x":1},"b":{"y":2}}"#, at: "/", database, "a write of several places")
    var write = try TreeWrite.update("/", ["a/x": 5, "d": 1])
    write.condition = .equals(9, at: "b/y")
    await laws.check(throwing: .conflict, "a write whose condition does not hold") { try await database.write(write) }
    try await expect(#"{"a":{"x":1},"b":{"y":2}}"#, at: "/", database, "after a write that was not carried out")
    try await database.update("a", ["x": nil, "z": 3])
    try await expect(#"{"z":3}"#, at: "a", database, "an update leaves its siblings and deletes by null")
  }

  /// A write is carried out only while its condition holds.
  public func conditionsHold() async throws {
    let database = try await database()
    let seen = try await database.set("p/q", 1).number
    func isCarriedOut(_ condition: TreeWrite.Condition) async throws -> Bool {
      var write = try TreeWrite.set("done", true)
      write.condition = condition
      do { try await database.write(write) } catch TrellisError.Code.conflict { return false }
      return true
    }
    let holding: [TreeWrite.Condition] = [
      .equals(1, at: "p/q"), .equals(.null, at: "nowhere"), .equals(["q": 1], at: "p"), .unchanged(since: seen, at: "p/q"),
      .all([.equals(1, at: "p/q"), .unchanged(since: seen, at: "p")]),
    ]
    for condition in holding { try await laws.check(isCarriedOut(condition), "a condition that holds is refused: \(condition)") }
    try await database.set("p/q/r", 1)
    let failing: [TreeWrite.Condition] = [
      .equals(1, at: "p/q"), .equals(.null, at: "p"), .unchanged(since: seen, at: "p/q"), .unchanged(since: seen, at: "p"),
      .unchanged(since: seen, at: "p/q/r/s"), .all([.equals(.null, at: "nowhere"), .equals(2, at: "p/q/r")]),
    ]
    for condition in failing { try await laws.check(!isCarriedOut(condition), "a condition that does not hold is met: \(condition)") }
  }

  /// The time is filled in, the same for all of one write; increments count from what is there.
  public func serverValuesAreFilledIn() async throws {
    let database = try await database()
    let commit = try await database.update("/", ["t1": .timestamp, "t2/deep": .timestamp, "n": .increment(by: 2)])
    let nodes = try await database.get(["t1", "t2/deep", "n"])
    laws.check(nodes[0].int != nil && nodes[0].int == nodes[1].int, "the timestamps of one write are not one time")
    laws.check(nodes[0].int == commit.milliseconds, "a timestamp is not the time that the commit tells")
    laws.check(nodes[2].int == 2, "an increment of nothing is not what was added")
    for value in commit.changes.map(\.value) where value.serverValue != nil { laws.broken("a commit tells a value to be filled in") }
    try await database.set("n", .increment(by: 0.5))
    try await expect("2.5", at: "n", database, "an increment by a fraction")
  }

  /// Transactions at once are carried out one after the other.
  public func transactionsAreSerial() async throws {
    let database = try await database()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<16 { group.addTask { try await database.transaction("sum") { .int(($0.int ?? 0) + 1) } } }
      try await group.waitForAll()
    }
    try await expect("16", at: "sum", database, "16 transactions at once that add 1")
    let given = try await database.transaction("sum") { _ in nil }
    laws.check(!given.isCommitted && given.value.int == 16, "a transaction that was given up does not tell the value")
  }
}

// MARK: Reading

extension DatastoreConformance {
  /// Ordering, ranges and limits are those of the Realtime Database.
  public func queriesAreAnswered() async throws {
    let database = try await database()
    try await database.set(
      "mix",
      [
        "p1": ["v": "10"], "p2": ["v": 10], "p3": ["v": true], "p4": ["x": 1], "p5": ["v": false], "p6": ["v": ["z": 1]],
        "p7": ["v": -2.5], "p8": ["v": "Z"], "p9": ["v": "a"], "p10": ["x": 2],
      ])
    let byValue = try TreeQuery("mix").ordered(by: .child("v"))
    let expected: [(TreeQuery, [TreeKey])] = [
      (byValue, ["p10", "p4", "p5", "p3", "p7", "p2", "p1", "p8", "p9", "p6"]),
      (try byValue.first(3), ["p10", "p4", "p5"]), (try byValue.last(2), ["p9", "p6"]),
      (try byValue.equal(to: 10), ["p2"]), (try byValue.equal(to: nil), ["p10", "p4"]),
      (try byValue.starting(at: true).ending(before: "Z"), ["p3", "p7", "p2", "p1"]),
      (try byValue.starting(after: 10).first(2), ["p1", "p8"]),
      (try TreeQuery("mix").ordered(by: .key).starting(after: "p2").ending(at: "p4"), ["p3", "p4"]),
      (try TreeQuery("nowhere").first(1), []),
    ]
    for (query, keys) in expected {
      let found = try await database.get(query)
      laws.check(found.keys == keys, "\(query) finds \(found.keys) instead of \(keys)")
      laws.check(found.query == query && found.count == keys.count, "a result does not tell its query or its count")
    }
  }

  /// A snapshot stays what it was, and takes no writes.
  public func snapshotsStay() async throws {
    let database = try await database()
    let commit = try await database.set("a", 1)
    let copy = try await database.snapshot()
    try await database.set("a", 2)
    try await expect("1", at: "a", copy, "a snapshot")
    try await laws.check(copy.commitNumber() == commit.number, "a snapshot does not tell the commit that it shows")
    await laws.check(throwing: .readOnly, "writing to a snapshot") { try await copy.set("a", 3) }
  }
}

// MARK: Following

extension DatastoreConformance {
  /// Commits are numbered one after the other, and make the tree.
  public func commitsAreTold() async throws {
    let database = try await database()
    let first = try await database.commitNumber()
    var commits = database.commits(since: first).makeAsyncIterator()
    try await database.set("a", ["b": 1])
    try await database.update("a", ["c": .increment(by: 1), "b": nil])
    try await database.setPriority("a", 3)
    var tree = Tree.null
    for number in 1...3 {
      guard let commit = try await commits.next() else { return laws.broken("the commits end") }
      laws.check(commit.number == first + Int64(number), "the commit is numbered \(commit.number) instead of \(first + Int64(number))")
      for change in commit.changes { tree.apply(change) }
    }
    try await expect(tree.json(.export), at: "/", database, "the tree, against what its commits make")
    let number = try await database.commitNumber()
    laws.check(number == first + 3, "the newest commit is told to be \(number)")
  }

  /// An observation begins with what is there, comes to every later state, and ends with the database.
  public func observationsFollow() async throws {
    let database = try await database()
    var results = database.observe("list").makeAsyncIterator()
    let first = try await results.next()
    laws.check(first?.isEmpty == true, "an observation does not begin with what is there, which is nothing")
    for number in 1...5 { try await database.set(TreePath([TreeKey("list"), TreeKey(number)]), true) }
    var counts: [Int] = []
    while counts.last != 5, let result = try await results.next() { counts.append(result.count) }
    laws.check(counts == counts.sorted() && counts.last == 5, "an observation goes through \(counts), and not up to 5")
    try await database.close()
    await laws.check(throwing: .closed, "an observation of a database that is closed") { while try await results.next() != nil {} }
  }

  /// Each step leads from the result before to the next one.
  public func changesAreSteps() async throws {
    let database = try await database()
    try await database.set("list", ["a": 1, "b": 2])
    var changes = database.changes(of: try TreeQuery("list").ordered(by: .value)).makeAsyncIterator()
    var keys = try await changes.next()?.result.keys ?? []
    laws.check(keys == ["a", "b"], "the first step does not tell all that is there, but \(keys)")
    try await database.update("list", ["a": 3, "c": 0])
    try await database.remove("list/b")
    while keys != ["c", "a"], let change = try await changes.next() {
      var rows = keys
      change.difference().apply(to: &rows) { change.result[$0].key }
      laws.check(rows == change.result.keys, "a step leads to \(rows) instead of \(change.result.keys)")
      keys = change.result.keys
    }
    laws.check(keys == ["c", "a"], "the steps end at \(keys)")
  }
}

// MARK: Ending

extension DatastoreConformance {
  /// A task that is cancelled before it writes writes nothing.
  public func cancelledWritesWriteNothing() async throws {
    let database = try await database()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      try await database.set("a", 1)
    }
    task.cancel()
    do {
      try await task.value
      laws.broken("a write of a cancelled task is carried out")
    } catch is CancellationError {
    } catch {
      laws.broken("a write of a cancelled task throws \(error)")
    }
    try await expect("null", at: "a", database, "after a write of a cancelled task")
  }

  /// After closing every call says so; closing twice is fine.
  public func closedMeansClosed() async throws {
    let database = try await database()
    try await database.set("a", 1)
    try await database.flush()
    try await database.close()
    try await database.close()
    await laws.check(throwing: .closed, "reading what is closed") { _ = try await database.get("a") }
    await laws.check(throwing: .closed, "writing to what is closed") { try await database.set("a", 2) }
    await laws.check(throwing: .closed, "observing what is closed") {
      var results = database.observe("a").makeAsyncIterator()
      _ = try await results.next()
    }
  }
}
