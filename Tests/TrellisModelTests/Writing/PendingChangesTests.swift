import TestSupport
import Testing
import Trellis
import TrellisTesting

@Suite(.inMemoryDatabase(Sample.tree))
struct PendingChangesTests {
  @Test("an assignment is local until it is saved")
  func local() async throws {
    let mural = try #require(try await Mural.find("m1"))
    #expect(!mural.hasChanges)
    mural.name = "Greater"
    mural.likes += 1
    #expect(mural.hasChanges)
    #expect(mural.pendingChanges == ["name": "Greater", "likes": 4])
    #expect(mural.name == "Greater")
    #expect(mural.likes == 4)
    #expect(mural.snapshot.node["name"].string == "Great")
    #expect(try await Mural.find("m1")?.name == "Great")
  }

  @Test("nil and empty values are pending deletions")
  func deletions() async throws {
    let mural = try #require(try await Mural.find("m3"))
    mural.name = nil
    mural.tags = []
    #expect(mural.pendingChanges == ["name": nil, "tags": nil])
    #expect(mural.name == nil)
    #expect(mural.tags.isEmpty)
    #expect(mural.exists)
    try await mural.save()
    #expect(!mural.exists)
    #expect(try await Mural.find("m3") == nil)
  }

  @Test("discarding shows what was stored")
  func discarding() async throws {
    let mural = try #require(try await Mural.find("m1"))
    mural.name = "Greater"
    mural[raw: "images"] = nil
    mural.address.city = "Tustin"
    #expect(mural.images.isEmpty)
    mural.discardChanges()
    #expect(!mural.hasChanges)
    #expect(mural.pendingChanges.isEmpty)
    #expect(mural.name == "Great")
    #expect(mural.images.count == 2)
    #expect(mural.address.city == "Orange")
    try await mural.save()
    #expect(try await Database.current.commitCount() == 0)
  }

  @Test("a change below shows in a field above, and the other way round")
  func parentsAndChildren() async throws {
    let address = Field<[String: String]>(wrappedValue: [:], "address")
    let city = Field<String?>("address/city")
    let mural = try #require(try await Mural.find("m1"))

    mural[city] = "Tustin"
    #expect(mural[address] == ["street": "Main", "city": "Tustin"])
    #expect(mural.address.city == "Tustin")
    #expect(mural[raw: .root]["address"]["city"] == "Tustin")

    mural[address] = ["city": "Irvine"]
    #expect(mural[city] == "Irvine")
    #expect(mural.address.street == nil)
    #expect(mural.pendingChanges == ["address": ["city": "Irvine"]])

    mural[city] = "Brea"
    #expect(mural[address] == ["city": "Brea"])
    #expect(mural.pendingChanges == ["address": ["city": "Brea"]])

    mural[address] = [:]
    #expect(mural[city] == nil)
    #expect(mural.pendingChanges == ["address": nil])
  }

  @Test("a deletion of the last child shows the parent as absent; whether it existed when read is another question")
  func lastChild() async throws {
    let mural = try #require(try await Mural.find("m2"))
    mural.address.city = nil
    #expect(mural[raw: "address"].isNull)
    #expect(mural.address.exists)
    try await mural.save()
    #expect(!mural.address.exists)
  }

  @Test("changes stay on top when the model is read again")
  func loading() async throws {
    let mural = try #require(try await Mural.find("m1"))
    mural.name = "Mine"
    try await Database.current.update("murals/m1", ["name": "Theirs", "likes": 10])
    try await mural.load()
    #expect(mural.name == "Mine")
    #expect(mural.likes == 10)
    #expect(mural.snapshot.node["name"].string == "Theirs")
    mural.discardChanges()
    #expect(mural.name == "Theirs")
  }

  @Test("the root of a model is a place too")
  func root() async throws {
    let mural = try #require(try await Mural.find("m1"))
    mural[raw: .root] = ["name": "Only"]
    #expect(mural.likes == 0)
    mural.likes = 2
    #expect(mural.pendingChanges == [.root: ["name": "Only", "likes": 2]])
    try await mural.save()
    #expect(try await Database.current.json("murals/m1") == #"{"likes":2,"name":"Only"}"#)
  }

  @Test("changes of a draft, and of a model of which only the key is known")
  func withoutNode() async throws {
    let draft = Mural()
    draft.name = "Draft"
    draft.address.city = "Orange"
    #expect(draft.name == "Draft")
    #expect(draft.address.city == "Orange")
    #expect(draft.pendingChanges == ["name": "Draft", "address/city": "Orange"])
    await expectError(.disconnected) { try await draft.save() }
    #expect(draft.hasChanges)

    let mural = Mural.keyOnly("m1")
    mural.likes = 5
    #expect(mural.likes == 5)
    #expect(mural.name == nil)
    #expect(!mural.isLoaded)
  }

  @Test("increments and timestamps show as estimates")
  func serverValues() async throws {
    let mural = try #require(try await Mural.find("m1"))
    mural[raw: "likes"] = .increment(by: Int64(2))
    #expect(mural.likes == 5)
    #expect(mural.pendingChanges == ["likes": .increment(by: Int64(2))])
    try await Database.current.set("murals/m1/likes", 100)
    try await mural.load()
    #expect(mural.likes == 102)
    try await mural.save()
    #expect(mural.likes == 102)
    #expect(try await Mural.find("m1")?.likes == 102)
  }
}
