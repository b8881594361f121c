import Testing
import Trellis
import TrellisTesting

@Suite(.inMemoryDatabase(Sample.tree))
struct IdentityTests {
  @Test("two models of one node are equal, whatever they have read and changed")
  func sameNode() async throws {
    let first = try #require(try await Artist.find("a1"))
    let second = try #require(try await Artist.find("a1"))
    second.firstName = "pending"
    #expect(first !== second)
    #expect(first == second)
    #expect(first.id == second.id)
    #expect(first.hashValue == second.hashValue)
    #expect(first == Artist.keyOnly("a1"))
    #expect(Set([first, second, Artist.keyOnly("a1")]).count == 1)
  }

  @Test("other nodes are other models, also with the same key")
  func otherNodes() async throws {
    let artist = Artist.keyOnly("x1")
    #expect(artist != Artist.keyOnly("x2"))
    #expect(artist as Model != Mural.keyOnly("x1") as Model)
    #expect(artist.id != Mural.keyOnly("x1").id)
  }

  @Test("two databases have different models, two handles to one database the same")
  func databases() async throws {
    let other = try Database.inMemory(Sample.tree)
    #expect(Artist.keyOnly("a1") != Artist.keyOnly("a1", in: other))
    #expect(Artist.keyOnly("a1") == Artist.keyOnly("a1", in: Database.current.as(Auth(uid: "alice"))))
    #expect(Set([Artist.keyOnly("a1"), Artist.keyOnly("a1", in: other)]).count == 2)
  }

  @Test("a draft is equal to itself only")
  func drafts() async throws {
    let first = Artist()
    let second = Artist()
    #expect(first == first)
    #expect(first != second)
    #expect(Set([first, second, first]).count == 2)
    #expect(first.id != second.id)
    first.firstName = "Ana"
    #expect(Set([first, second]).contains(first))
  }

  @Test("a draft that is inserted becomes the node")
  func insertedDraft() async throws {
    let draft = Artist()
    draft.firstName = "Ana"
    try await draft.insert(as: "ana")
    #expect(draft == Artist.keyOnly("ana"))
  }

  @Test("a part is the same part each time it is read, and that of a draft too")
  func parts() async throws {
    let mural = try #require(try await Mural.find("m1"))
    #expect(mural.address == mural.address)
    #expect(mural.images == mural.images)
    #expect(mural.images[0] != mural.images[1])
    #expect(mural.address as Model != mural as Model)

    let draft = Mural()
    draft[raw: "images"] = ["i1": ["caption": "one"], "i2": ["caption": "two"]]
    #expect(draft.images.map(\.id) == draft.images.map(\.id))
    #expect(draft.images[0] != draft.images[1])
    #expect(draft.address == draft.address)
    #expect(draft.address != Mural().address)
    #expect(draft.address as Model != draft as Model)
  }

  @Test("a subclass that stands for the same node is equal")
  func subclasses() async throws {
    final class Muralist: Artist {}
    let muralist: Artist = try #require(try await Muralist.find("a1"))
    #expect(muralist == Artist.keyOnly("a1"))
    #expect(muralist.hashValue == Artist.keyOnly("a1").hashValue)
  }

  @Test("identity can be taken elsewhere, the model cannot")
  func sendable() async throws {
    let id = try #require(try await Artist.find("a1")).id
    let database = Database.current
    let isSame = try await Task.detached { try #require(try await Artist.find("a1", in: database)).id == id }.value
    #expect(isSame)
  }
}
