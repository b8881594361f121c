import Foundation
import TestSupport
import Testing
import Trellis
import TrellisTesting

/// The laws of datastores, over all there are; and what the tools for tests do.
@Suite(.hangGuard) struct DatastoreLawTests {
  @Test("in memory, by a journal, in a file") func local() async throws {
    try await DatastoreConformance { LocalDatastore() }.all()
    try await DatastoreConformance { try await Database.journaled(by: FaultyJournal()).datastore }.all()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("trellis-laws-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await DatastoreConformance { try await Database.open(at: folder.appendingPathComponent("\(PushKey.next()).db")).datastore }.all()
  }

  @Test("the one that does the least") func minimal() async throws { try await DatastoreConformance { MinimalDatastore() }.all() }

  @Test("one that passes on to another") func faulty() async throws {
    try await DatastoreConformance { FaultyDatastore(MinimalDatastore()) }.all()
  }

  @Test("through a connection") func connection() async throws {
    var connections: [Connection] = []
    try await DatastoreConformance {
      connections.append(Database(LocalDatastore()).openConnection())
      return connections[connections.count - 1].database.datastore
    }.all()
    for connection in connections { try await connection.close() }
  }

  @Test("the least that is promised of history") func history() async throws {
    let database = Database(MinimalDatastore(["a": 1]))
    for number in 0..<9 { try await database.set("a", .int(Int64(number))) }
    var commits = database.commits(since: 0).makeAsyncIterator()
    await expectError(.historyGone) { try await commits.next() }
    var kept = database.commits(since: 1).makeAsyncIterator()
    #expect(try await kept.next()?.number == 2)
    var write = try TreeWrite.set("b", 1)
    write.condition = .unchanged(since: 0, at: "far")
    await expectError(.conflict) { try await database.write(write) }
    write.condition = .unchanged(since: 1, at: "far")
    try await database.write(write)
  }
}

@Suite(.hangGuard) struct FaultTests {
  private final class Note: Model, Queryable, Insertable, PropertyWritable {
    static let collection: TreePath = "notes"
    @Field("text") var text: String?
    @Field("count") var count = 0
  }

  @Test("each fault as it says, in order, and then none") func faults() async throws {
    let faulty = FaultyDatastore(LocalDatastore())
    let database = Database(faulty)
    faulty.inject(.refused, .storageFailed, .conflict)
    for code in [.permissionDenied, .storageFailed, .conflict] as [TrellisError.Code] {
      await expectError(code, at: "a") { try await database.set("a", 1) }
    }
    #expect(try await database.get("a").exists == false)
    faulty.inject(.answerLost)
    await expectError(.disconnected) { try await database.set("a", 2) }
    #expect(try await database.get("a").int == 2)
    faulty.inject(.deliveredTwice)
    try await database.set("n", .increment(by: 1))
    #expect(try await database.get("n").int == 2)
    try await database.set("a", 3)
    #expect(faulty.writes.count == 6)
    #expect(faulty.reads == 3)
  }

  @Test("a slow reader holds nobody else up") func slowReader() async throws {
    let faulty = FaultyDatastore(LocalDatastore())
    let database = Database(faulty)
    try await database.set("a", 1)
    faulty.holdReads()
    let reading = Task { try await database.get("a").int }
    await faulty.heldRead()
    try await database.set("a", 2)
    faulty.releaseReads()
    #expect(try await reading.value == 2)
  }

  @Test("a journal that fails: nobody has seen the write, the next one goes well, and what was kept is there again")
  func journal() async throws {
    let journal = FaultyJournal(["notes": ["n1": ["text": "a"]]])
    let database = try await Database.journaled(by: journal)
    let note = try #require(try await Note.find("n1", in: database))
    journal.fail(next: 1)
    await expectError(.storageFailed) { try await note.set(\.$text, to: "b") }
    #expect(try await database.get("notes/n1/text").string == "a")
    #expect(note.hasChanges)
    try await note.save()
    #expect(journal.commits.count == 1)
    try await database.close()
    let again = try await Database.journaled(by: journal)
    #expect(try await Note.find("n1", in: again)?.text == "b")
  }

  @Test("a write that is refused in a batch leaves every model as it was") func batch() async throws {
    let faulty = FaultyDatastore(LocalDatastore())
    let database = Database(faulty)
    let note = try await Note.insert(in: database) { $0.text = "a" }
    faulty.inject(.refused)
    await expectError(.permissionDenied) {
      try await database.batch { batch in
        try batch.increment(note, \.$count)
        try batch.update(note) { $0.text = "b" }
      }
    }
    #expect(note.count == 0)
    #expect(note.pendingChanges == ["text": "b"])
  }

  @Test("the clock is the test's") func clock() async throws {
    let clock = TestClock(milliseconds: 1000)
    for database in [try await Database.inMemory(["a": 1], clock: clock), Database(MinimalDatastore(["a": 1], clock: clock))] {
      clock.set(milliseconds: 1000)
      #expect(try await database.set("t", .timestamp).milliseconds == 1000)
      clock.advance(by: .seconds(2))
      clock.advance(by: .milliseconds(-1))
      try await database.set("t", .timestamp)
      #expect(try await database.get("t").int == 2999)
      #expect(try await database.get("a").int == 1)
    }
  }

  @Test("events as lines; others than expected are an issue", .inMemoryDatabase(["notes": ["n1": ["text": "b"]]]))
  func events() async throws {
    let database = Database.current
    var events = try EventRecorder(Note.ordered(by: \.$text))
    try await events.expect("added n1 first", "value 1")
    try await database.set("notes/n2", ["text": "a"])
    try await events.expect("added n2 first", "value 2")
    try await database.set("notes/n2/text", "c")
    try await events.expect("moved n2 after n1", "changed n2 after n1", "value 2")
    try await database.remove("notes/n1")
    #expect(try await events.next(2) == ["removed n1", "value 1"])
    try await database.set("notes/n2/count", 1)
    try await withKnownIssue {
      try await events.expect("added n2 first", "value 1")
    } matching: {
      $0.comments.contains { $0.rawValue == "expected added n2 first, value 1, but got changed n2 first, value 1" }
    }
  }
}
