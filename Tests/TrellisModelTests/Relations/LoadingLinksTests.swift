import Testing
import Trellis
import TrellisTesting

@Suite(.inMemoryDatabase(Sample.tree))
struct LoadingLinksTests {
  @Test("all links of one model in one round trip")
  func one() async throws {
    let store = try TestDatastore(Sample.tree)
    let mural = try #require(try await Mural.find("m1", in: Database(store)))
    #expect(store.reads == 1)
    let artists = try await mural.artists.load()
    #expect(store.reads == 2)
    #expect(artists.map(\.fullName) == ["Mary Smith", "Kerry Winston"])
    #expect(artists.map(\.isLoaded) == [true, true])
  }

  @Test("all links of many models in one round trip, each member once")
  func many() async throws {
    let store = try TestDatastore(Sample.tree)
    let murals = try await Mural.all(in: Database(store))
    #expect(store.reads == 1)
    let artists = try await murals.load(\.artists)
    #expect(store.reads == 2)
    #expect(Set(artists.keys) == ["a1", "a2", "a3"])
    #expect(murals.map { $0.artists.keys.compactMap { artists[$0]?.firstName } } == [["Mary", "Kerry"], ["Kerry", "Ana"], []])
  }

  @Test("with a thousand links it is still one")
  func thousand() async throws {
    let keys = try (0..<1000).map { try TreeKey("k\($0 + 1000)") }
    let store = try TestDatastore([
      "artists": .branch(keys.map { ($0, ["firstName": .string($0.text)]) }),
      "murals": ["m1": ["artists": .branch(keys.map { ($0, true) })]],
    ])
    let mural = try #require(try await Mural.find("m1", in: Database(store)))
    #expect(try await mural.artists.load().map(\.key) == keys)
    #expect(store.reads == 2)
  }

  @Test("links to members that are gone are left out")
  func gone() async throws {
    try await Database.current.update("murals/m1/artists", ["nobody": true, "a0": true])
    let mural = try #require(try await Mural.find("m1"))
    #expect(mural.artists.count == 4)
    #expect(try await mural.artists.load().map(\.key) == ["a1", "a2"])
    #expect(try await [mural].load(\.artists)["nobody"] == nil)
  }

  @Test("no models and no links read nothing")
  func none() async throws {
    let store = try TestDatastore(Sample.tree)
    #expect(try await ([] as [Mural]).load(\.artists).isEmpty)
    let quiet = try #require(try await Mural.find("m3", in: Database(store)))
    #expect(try await [quiet].load(\.artists).isEmpty)
    #expect(try await quiet.artists.load().isEmpty)
    #expect(store.reads == 1)
  }

  @Test("links are loaded from the database of the model, whatever the current one is")
  func ownDatabase() async throws {
    let other = try Database.inMemory(["murals": ["m1": ["artists": ["a1": true]]], "artists": ["a1": ["firstName": "Other"]]])
    let mural = try #require(try await Mural.find("m1", in: other))
    #expect(try await mural.artists.load().map(\.firstName) == ["Other"])
    #expect(try await [mural].load(\.artists)["a1"]?.firstName == "Other")
    #expect(mural.artists.map { $0.snapshot.database.datastore === other.datastore } == [true])
  }

  @Test("loaded members are models like others")
  func writable() async throws {
    let mural = try #require(try await Mural.find("m1"))
    let mary = try await mural.artists.load()[0]
    try await mary.set(\.$born, to: 1908)
    #expect(try await Artist.find("a1")?.born == 1908)
    #expect(try await Artist.find("a1") == mary)
  }

  @Test("a relation to one's own kind")
  func ownKind() async throws {
    final class Person: Model, Queryable {
      static let collection: TreePath = "people"
      @Field("name") var name: String?
      @Links("friends") var friends: Linked<Person>
    }
    try await Database.current.set(
      "people", ["p1": ["name": "A", "friends": ["p2": true]], "p2": ["name": "B", "friends": ["p1": true]]])
    let person = try #require(try await Person.find("p1"))
    let friend = try #require(try await person.friends.load().first)
    #expect(friend.name == "B")
    #expect(try await friend.friends.load().first == person)
  }
}
