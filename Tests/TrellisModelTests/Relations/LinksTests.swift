import TestSupport
import Testing
import Trellis
import TrellisTesting

@Suite(.inMemoryDatabase(Sample.tree))
struct LinksTests {
  @Test("keys are known at once, in key order; a key that is false is no link")
  func keys() async throws {
    try await Database.current.set("murals/m1/artists", ["a2": true, "10": true, "9": true, "a1": false, "a0": "text"])
    let mural = try #require(try await Mural.find("m1"))
    #expect(mural.artists.keys == ["9", "10", "a0", "a2"])
    #expect(mural.artists.count == 4)
    #expect(!mural.artists.isEmpty)
    #expect(mural.artists.contains("a2"))
    #expect(!mural.artists.contains("a1"))
    #expect(mural.artists.contains(Artist.keyOnly("a2")))
    #expect(mural.artists.path == "murals/m1/artists")
  }

  @Test("without links there are none")
  func empty() async throws {
    let mural = try #require(try await Mural.find("m3"))
    #expect(mural.artists.isEmpty)
    #expect(Array(mural.artists).isEmpty)
    #expect(try await mural.artists.load().isEmpty)
    #expect(Mural().artists.isEmpty)
  }

  @Test("iterating gives models of which only the key is known")
  func iterating() async throws {
    let mural = try #require(try await Mural.find("m1"))
    #expect(mural.artists.map(\.key) == ["a1", "a2"])
    #expect(mural.artists.map(\.isLoaded) == [false, false])
    let first = try #require(mural.artists.first { _ in true })
    try await first.load()
    #expect(first.fullName == "Mary Smith")
  }

  @Test("adding writes at once and shows once the owner is read again")
  func adding() async throws {
    let mural = try #require(try await Mural.find("m3"))
    let ana = try await Artist.insert { $0.firstName = "Ana" }
    try await mural.artists.add(ana)
    try await mural.artists.add("a1")
    try await mural.artists.add("a1")
    #expect(mural.artists.isEmpty)
    try await mural.load()
    #expect(mural.artists.keys == [ana.key, "a1"])
    #expect(try await Database.current.json("murals/m3/artists/a1") == "true")
  }

  @Test("removing too, and what is no link is no error")
  func removing() async throws {
    let mural = try #require(try await Mural.find("m1"))
    try await mural.artists.remove("a1")
    try await mural.artists.remove("nobody")
    try await mural.artists.remove(Artist.keyOnly("a2"))
    try await mural.load()
    #expect(mural.artists.isEmpty)
    #expect(mural.name == "Great")
  }

  @Test("links may be changed with the other fields, in one write")
  func pending() async throws {
    let mural = try #require(try await Mural.find("m1"))
    mural[raw: "artists/a3"] = true
    mural[raw: "artists/a1"] = nil
    #expect(mural.artists.keys == ["a2", "a3"])
    mural.name = "Greater"
    try await mural.save()
    #expect(mural.artists.keys == ["a2", "a3"])
    #expect(try await Database.current.json("murals/m1/artists") == #"{"a2":true,"a3":true}"#)
  }

  @Test("a draft has no key to link to")
  func drafts() async throws {
    let mural = try #require(try await Mural.find("m1"))
    await expectError(.invalid) { try await mural.artists.add(Artist()) }
    await expectError(.invalid) { try await mural.artists.remove(Artist()) }
    #expect(!mural.artists.contains(Artist()))
    #expect(try await Database.current.json("murals/m1/artists") == #"{"a1":true,"a2":true}"#)
    await expectError(.disconnected) { try await Mural().artists.add("a1") }
  }

  @Test("who may not write is told so")
  func refused() async throws {
    let database = try Database.inMemory(Sample.tree, policy: Lockable("murals/m1/artists"))
    let mural = try #require(try await Mural.find("m1", in: database))
    await expectError(.permissionDenied, at: "murals/m1/artists/a3") { try await mural.artists.add("a3") }
    await expectError(.permissionDenied, at: "murals/m1/artists/a1") { try await mural.artists.remove("a1") }
  }

  @Test("links of a part are below the part")
  func parts() async throws {
    final class Room: Model { @Links("painters") var painters: Linked<Artist> }
    final class House: Model, Queryable {
      static let collection: TreePath = "houses"
      @Children("rooms") var rooms: [Room]
    }
    try await Database.current.set("houses/h1/rooms/r1/painters", ["a2": true])
    let house = try #require(try await House.find("h1"))
    #expect(try await house.rooms[0].painters.load().map(\.firstName) == ["Kerry"])
    try await house.rooms[0].painters.add("a1")
    #expect(try await Database.current.json("houses/h1/rooms/r1/painters") == #"{"a1":true,"a2":true}"#)
  }
}
