import Synchronization
import TestSupport
import Testing
import Trellis
import TrellisTesting

/// Explicit before the model's own, before the task's, before the process default.
struct ChoosingTests {
  private func database(_ name: String) throws -> Database {
    try Database.inMemory(["artists": ["a1": ["firstName": .string(name)]]])
  }

  @Test("what is named in the call wins over the task's")
  func explicit() async throws {
    let (one, two) = (try database("one"), try database("two"))
    try await Database.withCurrent(one) {
      #expect(try await Artist.all().map(\.firstName) == ["one"])
      #expect(try await Artist.all(in: two).map(\.firstName) == ["two"])
      #expect(try await Artist.find("a1", in: two)?.firstName == "two")
      #expect(try await Artist.find(["a1"], in: two).map(\.firstName) == ["two"])
      #expect(try await Artist.first(1, in: two).fetchFirst()?.firstName == "two")
      #expect(try await Artist.where(\.$firstName, equals: "two", in: two).count() == 1)
      #expect(try await Artist.where(missing: \.$country, in: two).fetchFirst()?.firstName == "two")
      #expect(try await Artist.ordered(by: \.$firstName, in: two).fetchFirst()?.firstName == "two")
      try await Artist.insert(as: "a2", in: two) { $0.firstName = "new" }
      let draft = Artist()
      draft.firstName = "draft"
      try await draft.insert(as: "a3", in: two)
    }
    #expect(try await Artist.query(in: one).count() == 1)
    #expect(try await Artist.query(in: two).count() == 3)
  }

  @Test("a model remembers where it came from")
  func ownDatabase() async throws {
    let (one, two) = (try database("one"), try database("two"))
    let artist = try #require(try await Artist.find("a1", in: one))
    try await Database.withCurrent(two) {
      try await artist.load()
      #expect(artist.firstName == "one")
      try await artist.set(\.$country, to: "US")
      try await artist.transaction { $0.born = 1907 }
    }
    #expect(try await Artist.find("a1", in: one)?.born == 1907)
    #expect(try await Artist.find("a1", in: two)?.country == nil)
  }

  @Test("the task's database is inherited by child tasks, and the innermost one counts")
  func taskLocal() async throws {
    let (one, two) = (try database("one"), try database("two"))
    try await Database.withCurrent(one) {
      async let child = Artist.all().map(\.firstName)
      #expect(try await child == ["one"])
      let inner = try await Database.withCurrent(two) { try await Artist.all().map(\.firstName) }
      #expect(inner == ["two"])
      #expect(try await Task { try await Artist.all().map(\.firstName) }.value == ["one"])
      #expect(Database.current.datastore === one.datastore)
    }
  }

  // The default belongs to the process, so all that needs it, or needs that there is none, is one test.
  @Test("without any, every operation says that there is no database; then the process default is used")
  func processDefault() async throws {
    #expect(Database.current.datastore === Database.unbound.datastore)
    let error = await expectError(.disconnected) { try await Artist.all() }
    #expect(error?.message.contains("setDefault") == true)
    await expectError(.disconnected) { try await Artist.find("a1") }
    await expectError(.disconnected) { try await Artist.insert { $0.firstName = "x" } }
    await expectError(.disconnected) { try await Artist.query().count() }
    await expectError(.disconnected) { try await Artist.keyOnly("a1").load() }
    await expectError(.disconnected) { try await Artist.keyOnly("a1").delete() }
    await expectError(.disconnected) { try await Database.current.snapshot() }
    await expectError(.disconnected) { for try await _ in Artist.query().pages(of: 2) {} }

    let (one, two) = (try database("one"), try database("two"))
    Database.setDefault(one)
    defer { Database.setDefault(.unbound) }
    #expect(try await Artist.all().map(\.firstName) == ["one"])
    #expect(try await Task.detached { try await Artist.all().map(\.firstName) }.value == ["one"])
    try await Database.withCurrent(two) {
      let names = try await Artist.all().map(\.firstName)
      #expect(names == ["two"])
      // A detached task does not inherit the task's database.
      let detached = try await Task.detached { try await Artist.all().map(\.firstName) }.value
      #expect(detached == ["one"])
    }
  }

  @Test("20 cases at once, each with a database of its own", .inMemoryDatabase(Sample.tree), arguments: 0..<20)
  func parallel(number: Int) async throws {
    #expect(try await Artist.query().count() == 4)
    try await Artist.insert(as: "mine") { $0.born = number }
    for _ in 0..<5 { await Task.yield() }
    #expect(try await Artist.query().count() == 5)
    #expect(try await Artist.find("mine")?.born == number)
  }

  @Test("who asks is remembered by models, and told in commits")
  func auth() async throws {
    let database = try database("one").as(Auth(uid: "alice"))
    let artist = try #require(try await Artist.find("a1", in: database))
    try await artist.set(\.$country, to: "US")
    try await Artist.insert(as: "a2", in: database) { $0.firstName = "x" }
    #expect(try await database.commit(after: 0).origin == "alice")
    #expect(try await database.commit(after: 1).origin == "alice")
  }

  @Test("an instrument is told what models do")
  func instrument() async throws {
    final class Recorder: Instrument {
      let events = Mutex<[String]>([])
      func record(_ event: InstrumentEvent) {
        let outcome = event.error == nil ? "" : " failed"
        events.withLock { $0.append("\(event.operation) \(event.path)\(outcome)") }
      }
    }
    let recorder = Recorder()
    let database = try database("one").with(instrument: recorder)
    let artist = try #require(try await Artist.find("a1", in: database))
    try await artist.set(\.$born, to: 1)
    try await artist.transaction { $0.born = 2 }
    _ = try? await Artist.insert(as: "a1", in: database) { $0.born = 3 }
    for try await _ in Artist.query(in: database).observe() { break }
    #expect(
      recorder.events.withLock { $0 } == [
        "read /artists/a1", "write /artists/a1/born", "transaction /artists/a1", "write /artists/a1 failed", "observe /artists",
      ])
  }
}
