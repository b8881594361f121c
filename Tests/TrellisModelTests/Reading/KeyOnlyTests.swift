import TestSupport
import Testing
import Trellis
import TrellisTesting

@Suite(.inMemoryDatabase(Sample.tree))
struct KeyOnlyTests {
  @Test("knows its key and nothing else until it is loaded")
  func load() async throws {
    let mary = Artist.keyOnly("a1")
    #expect(mary.key == "a1")
    #expect(!mary.isLoaded)
    #expect(!mary.exists)
    #expect(mary.firstName == nil)
    try await mary.load()
    #expect(mary.isLoaded)
    #expect(mary.exists)
    #expect(mary.fullName == "Mary Smith")
  }

  @Test("reads nothing when made, and once when loaded")
  func roundTrips() async throws {
    let store = try TestDatastore(Sample.tree)
    let mary = Artist.keyOnly("a1", in: Database(store))
    #expect(store.reads == 0)
    try await mary.load()
    #expect(store.reads == 1)
  }

  @Test("loading a member that is not there leaves one that is loaded and does not exist")
  func missing() async throws {
    let nobody = Artist.keyOnly("nobody")
    try await nobody.load()
    #expect(nobody.isLoaded)
    #expect(!nobody.exists)
    #expect(nobody.key == "nobody")
  }

  @Test("loading again reads what is there now")
  func again() async throws {
    let mary = try #require(try await Artist.find("a1"))
    try await Database.current.set("artists/a1/firstName", "Maria")
    #expect(mary.firstName == "Mary")
    try await mary.load()
    #expect(mary.firstName == "Maria")
    try await Database.current.remove("artists/a1")
    try await mary.load()
    #expect(!mary.exists)
    #expect(mary.firstName == nil)
  }

  @Test("loading what cannot be read is a typed error, and the model stays as it was")
  func unreadable() async throws {
    let mary = try #require(try await Artist.find("a1"))
    try await Database.current.set("artists/a1/born", "long ago")
    await expectError(.typeMismatch, at: "artists/a1/born") { try await mary.load() }
    #expect(mary.born == 1907)
  }

  @Test("saving writes over what is there, field by field, and leaves the model unread")
  func saving() async throws {
    let mary = Artist.keyOnly("a1")
    mary.born = 1908
    try await mary.save()
    #expect(!mary.hasChanges)
    #expect(mary.born == 1908)
    #expect(!mary.isLoaded)
    #expect(try await Artist.find("a1")?.fullName == "Mary Smith")
  }

  @Test("a draft has nothing to load")
  func draft() async throws {
    let draft = Artist()
    #expect(draft.key.text.isEmpty)
    #expect(draft.isLoaded)
    #expect(!draft.exists)
    #expect(draft.description == "Artist(/)")
    await expectError(.disconnected) { try await draft.load() }
  }
}
