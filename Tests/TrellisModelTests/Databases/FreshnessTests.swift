import TestSupport
import Testing
import Trellis
import TrellisTesting

/// How fresh what a model holds is, and is to be.
@Suite(.inMemoryDatabase(Sample.frescos), .hangGuard)
struct FreshnessTests {
  private func sources(in database: Database) async throws -> [Snapshot.Source] {
    let one = try #require(try await Ceiling.find("f1", in: database))
    let listed = try #require(try await Ceiling.query(in: database).including(\.$painters).fetch().first)
    let again = Ceiling.keyOnly("f1", in: database)
    try await again.load()
    return [
      one.snapshot.source, try await Ceiling.find(["f1"], in: database)[0].snapshot.source, listed.snapshot.source,
      again.snapshot.source, listed.painters.first { _ in true }?.snapshot.source ?? .none,
      try await one.painters.load()[0].snapshot.source,
      try await one.load(\.master)?.snapshot.source ?? .none, try await [one].load(\.painters).values.first?.snapshot.source ?? .none,
      try await [listed].load(\.painters).values.first?.snapshot.source ?? .none,
    ]
  }

  @Test("what is read from a database in this process is the latest, by whatever policy")
  func embedded() async throws {
    for policy in [nil, .latest, .cached] as [ReadPolicy?] {
      let database = Database.current.reading(policy)
      #expect(database.readPolicy == policy)
      #expect(try await sources(in: database).allSatisfy { $0 == .latest })
    }
  }

  @Test("nothing has been read of drafts and of keys")
  func none() async throws {
    #expect(Ceiling().snapshot.source == .none)
    #expect(Ceiling.keyOnly("f1").snapshot.source == .none)
    #expect(Ceiling.keyOnly("f1").patrons.links.map(\.snapshot.source).isEmpty)
    #expect(try await Ceiling.find("f1")?.painters.map(\.snapshot.source) == [.none, .none])
  }

  @Test("what a write has left is written")
  func written() async throws {
    let ceiling = try #require(try await Ceiling.find("f1"))
    try await ceiling.set(\.$year, to: 1)
    #expect(ceiling.snapshot.source == .written)
    try await ceiling.load()
    #expect(ceiling.snapshot.source == .latest)
    try await ceiling.transaction { $0.year = 2 }
    #expect(ceiling.snapshot.source == .written)
    let made = try await Database.current.batch { try $0.insert(Ceiling.self) { $0.name = "New" } }
    #expect(made.snapshot.source == .written)
    #expect(try await Ceiling.insert { $0.name = "Newer" }.snapshot.source == .written)
    try await ceiling.delete()
    #expect(ceiling.snapshot.source == .written)
  }

  @Test("a snapshot of a database is what it was: cached, and never the latest")
  func pinned() async throws {
    let copy = try await Database.current.snapshot()
    #expect(try await sources(in: copy).allSatisfy { $0 == .cached })
    #expect(try await sources(in: copy.reading(.cached)).allSatisfy { $0 == .cached })
    await expectError(.invalid, at: "frescos/f1") { try await Ceiling.find("f1", in: copy.reading(.latest)) }
    await expectError(.invalid, at: "frescos") { try await Ceiling.all(in: copy.reading(.latest)) }
    #expect(try await Ceiling.all(in: Database.current.reading(.latest).snapshot()).count == 3)
  }

  @Test("offline, what is at hand is cached; the latest waits for the connection")
  func offline() async throws {
    let connection = Database.current.openConnection()
    #expect(try await sources(in: connection.database.reading(.latest)).allSatisfy { $0 == .latest })
    try await connection.goOffline()
    #expect(try await sources(in: connection.database).allSatisfy { $0 == .cached })
    #expect(try await sources(in: connection.database.reading(.cached)).allSatisfy { $0 == .cached })
    let latest = Task { try await Ceiling.find("f1", in: connection.database.reading(.latest))?.snapshot.source }
    try await Database.current.set("frescos/f1/name", "Later")
    connection.goOnline()
    #expect(try await latest.value == .latest)
  }

  @Test("the policy goes with the handle, and with the models that it reads")
  func handles() async throws {
    let database = Database.current.reading(.cached)
    #expect(database.as(Auth(uid: "ana")).readPolicy == .cached)
    #expect(database.with(instrument: MemoryInstrument()).readPolicy == .cached)
    #expect(try await Ceiling.find("f1", in: database)?.snapshot.database.readPolicy == .cached)
    #expect(database.reading(nil).readPolicy == nil)
    #expect(try await database.get(TreeQuery("frescos")).source == .latest)
  }
}
