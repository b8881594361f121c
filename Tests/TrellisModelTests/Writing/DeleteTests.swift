import TestSupport
import Testing
import Trellis
import TrellisTesting

@Suite(.inMemoryDatabase(Sample.tree))
struct DeleteTests {
  @Test("deletes the node with everything below it; the model stays as one that does not exist")
  func deletes() async throws {
    let mural = try #require(try await Mural.find("m1"))
    mural.name = "pending"
    try await mural.delete()
    #expect(!mural.exists)
    #expect(mural.isLoaded)
    #expect(!mural.hasChanges)
    #expect(mural.name == nil)
    #expect(mural.images.isEmpty)
    #expect(mural.key == "m1")
    #expect(try await Mural.find("m1") == nil)
    #expect(try await Mural.query().count() == 2)
  }

  @Test("needs no more than the key, and twice is no error")
  func keyOnly() async throws {
    try await Mural.keyOnly("m1").delete()
    try await Mural.keyOnly("m1").delete()
    #expect(try await Mural.all().map(\.key) == ["m2", "m3"])
  }

  @Test("when refused, model and pending changes are as before")
  func refused() async throws {
    let database = try Database.inMemory(Sample.tree, policy: Lockable("murals/m1"))
    let mural = try #require(try await Mural.find("m1", in: database))
    mural.likes = 4
    await expectError(.permissionDenied, at: "murals/m1") { try await mural.delete() }
    #expect(mural.exists)
    #expect(mural.pendingChanges == ["likes": 4])
    #expect(mural.name == "Great")
  }

  @Test("a draft cannot be deleted")
  func draft() async throws {
    await expectError(.disconnected) { try await Artist().delete() }
    #expect(try await Artist.query().count() == 4)
  }

  @Test("links to it stay, and load leaves it out")
  func links() async throws {
    try await Artist.keyOnly("a2").delete()
    let mural = try #require(try await Mural.find("m1"))
    #expect(mural.artists.keys == ["a1", "a2"])
    #expect(try await mural.artists.load().map(\.key) == ["a1"])
  }
}
