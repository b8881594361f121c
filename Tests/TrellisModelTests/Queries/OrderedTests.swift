import Testing
import Trellis
import TrellisTesting

@Suite(.inMemoryDatabase(Sample.tree))
struct OrderedTests {
  private func keys(_ query: ModelQuery<Artist>) async throws -> [TreeKey] { try await query.fetch().map(\.key) }

  @Test("by a field, then by key; members without it come first")
  func byField() async throws {
    #expect(try await keys(Artist.ordered(by: \.$born)) == ["a3", "a1", "a2", "a4"])
    #expect(try await keys(Artist.ordered(by: \.$country)) == ["a2", "a3", "a1", "a4"])
    #expect(try await keys(Artist.ordered(by: \.$lastName)) == ["a3", "a1", "a4", "a2"])
  }

  @Test("first and last, both ascending")
  func limits() async throws {
    #expect(try await keys(Artist.ordered(by: \.$born).first(2)) == ["a3", "a1"])
    #expect(try await keys(Artist.ordered(by: \.$born).last(2)) == ["a2", "a4"])
    #expect(try await keys(Artist.first(2)) == ["a1", "a2"])
    #expect(try await keys(Artist.last(2)) == ["a3", "a4"])
    #expect(try await keys(Artist.query().first(1)) == ["a1"])
    #expect(try await keys(Artist.orderedByKey().last(1)) == ["a4"])
    #expect(try await keys(Artist.first(100)) == ["a1", "a2", "a3", "a4"])
  }

  @Test("the default order is priority, then key; key order is key alone")
  func priorities() async throws {
    try await Database.current.setPriority("artists/a1", 5)
    try await Database.current.setPriority("artists/a2", 4)
    #expect(try await keys(Artist.query()) == ["a3", "a4", "a2", "a1"])
    #expect(try await keys(Artist.first(3)) == ["a3", "a4", "a2"])
    #expect(try await keys(Artist.orderedByKey()) == ["a1", "a2", "a3", "a4"])
  }

  @Test("the first one found, of a query with and without a limit")
  func fetchFirst() async throws {
    #expect(try await Artist.ordered(by: \.$born).fetchFirst()?.key == "a3")
    #expect(try await Artist.ordered(by: \.$born).first(3).fetchFirst()?.key == "a3")
    #expect(try await Artist.ordered(by: \.$born).last(2).fetchFirst()?.key == "a2")
  }

  @Test("count reads no models")
  func count() async throws {
    try await Database.current.set("artists/a9", ["born": "unreadable"])
    #expect(try await Artist.query().count() == 5)
    #expect(try await Artist.last(2).count() == 2)
    #expect(try await Artist.where(\.$country, equals: "US").count() == 2)
  }

  @Test("a query is one round trip, however many it finds")
  func roundTrips() async throws {
    let store = try TestDatastore(Sample.tree)
    let database = Database(store)
    _ = try await Artist.all(in: database)
    _ = try await Artist.where(\.$country, equals: "US", in: database).first(10).fetch()
    _ = try await Artist.ordered(by: \.$born, in: database).fetchFirst()
    _ = try await Artist.query(in: database).count()
    #expect(store.reads == 4)
  }

  @Test("a query is a value: it can be kept, changed and run again")
  func value() async throws {
    let query = Artist.where(\.$country, equals: "US")
    #expect(try await query.count() == 2)
    try await Artist.insert { $0.country = "US" }
    #expect(try await query.count() == 3)
    #expect(try await query.first(1).count() == 1)
    let count = try await Task.detached { try await query.count() }.value
    #expect(count == 3)
  }

  @Test("models found remember where they come from")
  func whereFrom() async throws {
    let other = try Database.inMemory(["artists": ["x1": ["firstName": "Other", "country": "US"]]])
    let found = try await Artist.where(\.$country, equals: "US", in: other).fetch()
    #expect(found.map(\.key) == ["x1"])
    try await found[0].set(\.$firstName, to: "Changed")
    #expect(try await Artist.find("x1", in: other)?.firstName == "Changed")
    #expect(try await Artist.find("x1") == nil)
  }

  @Test("all of one snapshot of the database")
  func snapshot() async throws {
    let pinned = try await Database.current.snapshot()
    try await Database.current.remove("artists/a1")
    #expect(try await Artist.all(in: pinned).count == 4)
    #expect(try await Artist.where(\.$country, equals: "US", in: pinned).count() == 2)
    #expect(try await Artist.all().count == 3)
  }
}
