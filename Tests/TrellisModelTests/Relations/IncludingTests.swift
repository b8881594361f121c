import Synchronization
import TestSupport
import Testing
import Trellis
import TrellisTesting

/// Queries that read what links lead to: nothing is fetched twice.
@Suite(.inMemoryDatabase(Sample.frescos), .hangGuard)
struct IncludingTests {
  @Test("all relations of all members in one more round trip")
  func fetching() async throws {
    let store = try TestDatastore(Sample.frescos)
    let query = Ceiling.query(in: Database(store)).including(\.$painters).including(\.$patrons).including(\.$master)
    let frescos = try await query.fetch()
    #expect(store.reads == 2)
    #expect(frescos.map { $0.painters.map(\.name) } == [["Paola", "Ugo"], ["Ugo"], []])
    #expect(frescos[0].painters.map(\.isLoaded) == [true, true])
    #expect(try await frescos[0].painters.load().map(\.name) == ["Paola", "Ugo"])
    #expect(try await frescos[1].patrons.load().map(\.member.name) == ["Paola"])
    #expect(try await frescos[2].load(\.master)?.name == "Paola")
    #expect(try await frescos.load(\.painters).count == 2)
    #expect(try await frescos.load(\.master).count == 2)
    #expect(try await frescos[0].painters.danglingKeys().isEmpty)
    #expect(store.reads == 2)
  }

  @Test("links that have come since are read, those that are known are not")
  func more() async throws {
    let store = try TestDatastore(Sample.frescos)
    let fresco = try #require(try await Ceiling.query(in: Database(store)).including(\.$painters).fetchFirst())
    #expect(store.reads == 2)
    fresco[raw: "painters/p3"] = true
    #expect(fresco.painters.map(\.isLoaded) == [true, true, false])
    #expect(try await fresco.painters.load().map(\.name) == ["Paola", "Ugo", "Vera"])
    #expect(store.reads == 3)
  }

  @Test("a model that is read again reads its links again")
  func again() async throws {
    let database = Database.current
    let fresco = try #require(try await Ceiling.query().including(\.$painters).fetchFirst())
    try await database.set("painters/p1/name", "Paula")
    #expect(try await fresco.painters.load().map(\.name) == ["Paola", "Ugo"])
    try await fresco.load()
    #expect(try await fresco.painters.load().map(\.name) == ["Paula", "Ugo"])
  }

  @Test("a member that is gone is known to be gone")
  func dangling() async throws {
    let store = try TestDatastore(Sample.frescos)
    try await Database(store).remove("painters/p1")
    let frescos = try await Ceiling.query(in: Database(store)).including(\.$painters).fetch()
    #expect(store.reads == 2)
    #expect(try await frescos[0].painters.danglingKeys() == ["p1"])
    #expect(frescos[0].painters.map(\.exists) == [false, true])
    #expect(try await frescos[0].painters.load().map(\.key) == ["p2"])
    #expect(store.reads == 2)
  }

  @Test("without links there is nothing more to ask")
  func none() async throws {
    let store = try TestDatastore(Sample.frescos)
    let query = Ceiling.where(\.$year, equals: 1504, in: Database(store)).including(\.$painters)
    #expect(try await query.fetch()[0].painters.load().isEmpty)
    #expect(store.reads == 1)
  }

  @Test("links of nested models")
  func nested() async throws {
    final class Room: Model { @Links("painters") var painters: Linked<Painter> }
    final class House: Model, Queryable {
      static let collection: TreePath = "houses"
      @Child("hall") var hall: Room
    }
    let store = try TestDatastore(["houses": ["h": ["hall": ["painters": ["p1": true]]]], "painters": ["p1": ["name": "Paola"]]])
    let houses = try await House.query(in: Database(store)).including(\.$hall.$painters).fetch()
    #expect(houses[0].hall.painters.map(\.name) == ["Paola"])
    #expect(store.reads == 2)
  }

  @Test("a member that cannot be read is a typed error, or left to be read later")
  func unreadable() async throws {
    try await Database.current.set("painters/p1/name", 7)
    let query = Ceiling.query().including(\.$painters)
    await expectError(.typeMismatch, at: "painters/p1/name") { try await query.fetch() }
    let frescos = try await query.skippingUnreadable().fetch()
    #expect(frescos[0].painters.map(\.isLoaded) == [false, true])
    await expectError(.typeMismatch, at: "painters/p1/name") { try await frescos[0].painters.load() }
  }

  @Test("pages, observations and changes include as well")
  func everywhere() async throws {
    let store = try TestDatastore(Sample.frescos)
    let query = Ceiling.query(in: Database(store)).including(\.$painters)
    var pages = query.pages(of: 2).makeAsyncIterator()
    #expect(try await pages.next()?.map { $0.painters.map(\.isLoaded) } == [[true, true], [true]])
    var updates = query.observe().makeAsyncIterator()
    #expect(try await updates.next()?.map { $0.painters.map(\.isLoaded) } == [[true, true], [true], []])
    var changes = query.changes().makeAsyncIterator()
    #expect(try await changes.next()?.models.map { $0.painters.map(\.isLoaded) } == [[true, true], [true], []])
    try await Database(store).set("frescos/f3/painters/p3", true)
    #expect(try await updates.next()?.last?.painters.map(\.name) == ["Vera"])
    #expect(try await changes.next()?.models.last?.painters.map(\.name) == ["Vera"])
  }

  @Test("a live list reads what the rows that have changed link to")
  @MainActor func live() async throws {
    let store = try TestDatastore(Sample.frescos)
    let list = LiveQuery(Ceiling.query(in: Database(store)).including(\.$painters))
    let running = Task { await list.run() }
    await until { list.isLoaded }
    #expect(list.models.map { $0.painters.map(\.name) } == [["Paola", "Ugo"], ["Ugo"], []])
    let reads = store.reads
    try await Database(store).set("frescos/f3/painters/p3", true)
    await until { list.models.last?.painters.isEmpty == false }
    #expect(list.models.last?.painters.map(\.name) == ["Vera"])
    #expect(store.reads == reads + 1)
    running.cancel()
    await running.value
  }
}
