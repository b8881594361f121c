import TestSupport
import Testing
import Trellis
import TrellisTesting

/// Models belong to whoever holds them: the same calls on the main actor, in an actor and in tasks.
@Suite(.inMemoryDatabase(Sample.tree))
struct IsolationTests {
  private actor Cache {
    var artists: [Artist] = []

    func refresh() async throws {
      artists = try await Artist.all()
      for artist in artists { try await artist.load() }
    }

    func rename(_ key: TreeKey, to name: String) async throws {
      guard let artist = artists.first(where: { $0.key == key }) else { return }
      artist.firstName = name
      try await artist.save()
      try await artist.transaction { $0.born = ($0.born ?? 0) + 1 }
    }

    func keep(_ artist: sending Artist) { artists.append(artist) }
    var names: [String?] { artists.map(\.firstName) }
    func born(_ key: TreeKey) -> Int? { artists.first { $0.key == key }?.born }
  }

  @Test("an actor keeps models, changes and saves them")
  func actors() async throws {
    let cache = Cache()
    try await cache.refresh()
    #expect(await cache.names == ["Mary", "Kerry", "Ana", "Joe"])
    try await cache.rename("a1", to: "Maria")
    #expect(await cache.names.first == "Maria")
    #expect(await cache.born("a1") == 1908)
    #expect(try await Artist.find("a1")?.born == 1908)
  }

  @Test("what was just loaded may be handed to an actor")
  func handOff() async throws {
    let cache = Cache()
    await cache.keep(try #require(try await Artist.find("a1")))
    await cache.keep(try await Artist.insert { $0.firstName = "New" })
    #expect(await cache.names == ["Mary", "New"])
  }

  @Test("a main-actor view model uses them without hopping")
  @MainActor
  func mainActor() async throws {
    let artist = try #require(try await Artist.find("a1"))
    try await artist.update {
      MainActor.assertIsolated()
      $0.firstName = "Maria"
    }
    let added = try await Artist.insert {
      MainActor.assertIsolated()
      $0.firstName = "New"
    }
    try await artist.load()
    try await added.delete()
    #expect(artist.firstName == "Maria")
  }

  @Test("child tasks load each for itself")
  func childTasks() async throws {
    async let murals = Mural.all().count
    async let artists = Artist.all().compactMap(\.country)
    #expect(try await (murals, artists) == (3, ["US", "GB", "MX", "US"]))
  }

  @Test("what must be shared is shared as a value")
  func snapshots() async throws {
    struct Card: Decodable, Equatable {
      var firstName: String
      var born: Int?
      var country: String
    }
    let artist = try #require(try await Artist.find("a1"))
    let snapshot = artist.snapshot
    artist.firstName = "pending"
    let card = try await Task.detached { try snapshot.decode(Card.self) }.value
    #expect(card == Card(firstName: "Mary", born: 1907, country: "US"))
    let copy = await Task.detached { snapshot.node["firstName"].string }.value
    #expect(copy == "Mary")
    await expectError(.typeMismatch, at: "artists/a1") { try snapshot.decode([String: Int].self) }
  }

  @Test("many tasks read and write one node")
  func manyTasks() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask {
          let mural = try #require(try await Mural.find("m1"))
          if number.isMultiple(of: 2) {
            try await mural.set(\.$about, to: "text \(number)")
          } else {
            try await mural.transaction { $0.likes += 1 }
          }
          #expect(mural.name == "Great")
        }
      }
      try await group.waitForAll()
    }
    #expect(try await Mural.find("m1")?.likes == 23)
  }
}
