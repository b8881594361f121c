import TestSupport
import Testing
import TrellisDatabase
import TrellisEngine
import TrellisTree

/// Commits in order: what change capture, replicas and audits follow.
@Suite struct CommitsTests {
  @Test("gives all behind a number, then new ones as they come")
  func behind() async throws {
    let database = Database.inMemory().as(Auth(uid: "alice"))
    var made: [Commit] = []
    for i in 1...5 as ClosedRange<Int64> { made.append(try await database.set("a", .int(i))) }
    var commits = database.commits(since: 2).makeAsyncIterator()
    for expected in made[2...] { #expect(try await commits.next() == expected) }
    made.append(try await database.update("/", ["a": nil, "b": .timestamp]))
    #expect(try await commits.next() == made[5])
    #expect(try await database.commitsSoFar(through: 6) == made)
    #expect(try await database.commitsSoFar(since: 5, through: 6) == [made[5]])
  }

  @Test("a commit says what happened: number, time, changes with server values filled in, who asked")
  func content() async throws {
    let database = Database(try await LocalDatastore.open(MemoryJournal(), now: { 99 })).as(Auth(uid: "bob"))
    try await database.set("a", ["n": 1])
    try await database.update("a", ["n": .increment(by: 4), "at": .timestamp])
    try await database.setPriority("a", "p")
    let commits = try await database.commitsSoFar(through: 3)
    #expect(commits.map(\.number) == [1, 2, 3])
    #expect(commits.allSatisfy { $0.milliseconds == 99 && $0.origin == "bob" })
    #expect(Set(commits[1].changes) == [TreeWrite.Change("a/n", 5), TreeWrite.Change("a/at", 99)])
    #expect(commits[2].changes == [TreeWrite.Change("a", "p", target: .priority)])
  }

  @Test("nothing that was refused is among them")
  func refused() async throws {
    let database = Database.inMemory(policy: Policy.writable("open"))
    try await database.set("open/a", 1)
    _ = try? await database.set("shut", 1)
    _ = try? await database.set("open/a", .double(.nan))
    var write = try TreeWrite.set("open/a", 2)
    write.condition = .equals(9, at: "open/a")
    _ = try? await database.write(write)
    _ = try await database.transaction("open/a") { _ in nil }
    try await database.set("open/b", 2)
    let paths = try await database.commitsSoFar(through: 2).map { $0.changes.map(\.path) }
    #expect(paths == [["open/a"], ["open/b"]])
  }

  @Test("when some are no longer kept it throws, and says from where on they are")
  func historyGone() async throws {
    let database = Database(LocalDatastore(history: 10))
    for i in 1...30 as ClosedRange<Int64> { try await database.set("a", .int(i)) }
    for number in [0, 5, 19] as [Int64] {
      await expectError(.historyGone, saying: ["from number 21 on", "\(number + 1) is asked for", "snapshot"]) {
        for try await _ in database.commits(since: number) {}
      }
    }
    #expect(try await database.commitsSoFar(since: 20, through: 30).map(\.number) == Array(21...30))
    #expect(try await database.commitsSoFar(since: 29, through: 30).map(\.number) == [30])
  }

  @Test("a reader that falls too far behind is told; nothing is dropped silently")
  func slowReader() async throws {
    let database = Database(LocalDatastore(history: 10))
    try await database.set("a", 0)
    var commits = database.commits(since: 0).makeAsyncIterator()
    #expect(try await commits.next()?.number == 1)
    for i in 1...10 as ClosedRange<Int64> { try await database.set("a", .int(i)) }
    for number in 2...11 as ClosedRange<Int64> { #expect(try await commits.next()?.number == number) }
    for i in 1...11 as ClosedRange<Int64> { try await database.set("a", .int(i)) }
    await expectError(.historyGone, saying: ["12 is asked for"]) { try await commits.next() }
    #expect(try await commits.next() == nil, "an error is the end")
  }

  @Test("no history at all still lets readers know")
  func noHistory() async throws {
    let database = Database(LocalDatastore(history: 0))
    var commits = database.commits(since: 0).makeAsyncIterator()
    try await database.set("a", 1)
    await expectError(.historyGone) { try await commits.next() }
  }

  @Test("from a number that is still to come it waits, and gives those behind it only")
  func future() async throws {
    let database = Database.inMemory()
    var commits = database.commits(since: 3).makeAsyncIterator()
    for i in 1...5 as ClosedRange<Int64> { try await database.set("a", .int(i)) }
    #expect(try await commits.next()?.number == 4)
    #expect(try await commits.next()?.number == 5)
  }

  @Test("cancelling the task ends it, without an error")
  func cancelled() async throws {
    let database = Database.inMemory()
    try await database.set("a", 1)
    let seen = Counter()
    let task = Task {
      for try await _ in database.commits(since: 0) { seen.add() }
      return seen.count
    }
    await seen.reached(1)
    task.cancel()
    #expect(try await task.value == 1)
  }
}
