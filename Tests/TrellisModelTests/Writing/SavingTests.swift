import TestSupport
import Testing
import Trellis
import TrellisTesting

@Suite(.inMemoryDatabase(Sample.tree))
struct SavingTests {
  private struct TooShort: Error {}

  private final class Named: Model, Queryable, Insertable, PropertyWritable {
    static let collection: TreePath = "murals"
    @Field("name") var name: String?
    @Field("likes") var likes = 0

    override func validate() throws { if (name ?? "").count < 3 { throw TooShort() } }
  }

  @Test("O-07: only changed fields are written, each at its own path, in one commit")
  func changedFieldsOnly() async throws {
    let mural = try #require(try await Mural.find("m1"))
    mural.name = "Greater"
    mural.address.city = "Tustin"
    try await mural.save()

    let commit = try await Database.current.commit(after: 0)
    #expect(commit.changes.map(\.path) == ["murals/m1/address/city", "murals/m1/name"])
    #expect(commit.changes.map(\.value) == ["Tustin", "Greater"])
    #expect(try await Database.current.commitCount() == 1)
    #expect(!mural.hasChanges)
    #expect(mural.name == "Greater")
    #expect(mural.snapshot.node["name"].string == "Greater")
    #expect(mural.snapshot.node["likes"].int == 3)
  }

  @Test("O-07: what others wrote meanwhile stays")
  func othersWritesStay() async throws {
    let mural = try #require(try await Mural.find("m1"))
    try await Database.current.update("murals/m1", ["likes": 50, "addedByNewerApp": ["x": 1]])
    try await mural.set(\.$name, to: "Greater")
    let stored = try await Database.current.get("murals/m1")
    #expect(stored["likes"].int == 50)
    #expect(stored["addedByNewerApp"]["x"].int == 1)
    #expect(stored["name"].string == "Greater")
    #expect(stored["images"].count == 2)
  }

  @Test("without changes nothing is sent, not even validated")
  func nothingToSave() async throws {
    try await Database.current.set("murals/short", ["name": "x"])
    let mural = try #require(try await Named.find("short"))
    try await mural.save()
    #expect(try await Database.current.commitCount() == 1)
  }

  @Test("set writes one field and what was pending")
  func set() async throws {
    let mural = try #require(try await Mural.find("m1"))
    mural.likes = 9
    try await mural.set(\.$about, to: "a wall")
    try await mural.set(\.$name, to: nil)
    let found = try #require(try await Mural.find("m1"))
    #expect(found.likes == 9)
    #expect(found.about == "a wall")
    #expect(found.name == nil)
  }

  @Test("update writes several fields at once")
  func update() async throws {
    let mural = try #require(try await Mural.find("m1"))
    try await mural.update {
      $0.name = "Greatest"
      $0.likes = 7
      $0.address.city = "Brea"
    }
    #expect(try await Database.current.commitCount() == 1)
    let found = try #require(try await Mural.find("m1"))
    #expect(found.name == "Greatest")
    #expect(found.likes == 7)
    #expect(found.address.city == "Brea")
  }

  @Test("what the closure of update throws passes unchanged; nothing is sent, and what it assigned stays pending")
  func updateThrows() async throws {
    let mural = try #require(try await Mural.find("m1"))
    await #expect(throws: TooShort.self) {
      try await mural.update {
        $0.likes = 7
        throw TooShort()
      }
    }
    #expect(mural.pendingChanges == ["likes": 7])
    #expect(try await Database.current.commitCount() == 0)
  }

  @Test("what validate throws passes unchanged and nothing is sent")
  func validating() async throws {
    let mural = try #require(try await Named.find("m1"))
    mural.name = "x"
    await #expect(throws: TooShort.self) { try await mural.save() }
    await #expect(throws: TooShort.self) { try await mural.set(\.$likes, to: 1) }
    await #expect(throws: TooShort.self) { try await mural.transaction { $0.name = "y" } }
    await #expect(throws: TooShort.self) { try await Named.insert { $0.name = "x" } }
    #expect(try await Database.current.commitCount() == 0)
    #expect(mural.pendingChanges == ["name": "x", "likes": 1])
    mural.name = "long enough"
    try await mural.save()
    #expect(try await Named.find("m1")?.likes == 1)
  }

  @Test("saving a node that is gone makes it anew, with the changed fields")
  func gone() async throws {
    let mural = try #require(try await Mural.find("m1"))
    try await Database.current.remove("murals/m1")
    mural.name = "Again"
    try await mural.save()
    #expect(try await Database.current.json("murals/m1") == #"{"name":"Again"}"#)
  }

  @Test("a snapshot of a database takes no writes")
  func readOnly() async throws {
    let pinned = try await Database.current.snapshot()
    let mural = try #require(try await Mural.find("m1", in: pinned))
    mural.name = "Greater"
    await expectError(.readOnly) { try await mural.save() }
    await expectError(.readOnly) { try await mural.transaction { $0.likes += 1 } }
    await expectError(.readOnly) { try await mural.delete() }
    await expectError(.readOnly) { try await Mural.insert(in: pinned) { $0.name = "New" } }
    #expect(mural.hasChanges)
    #expect(mural.exists)
  }

  @Test("a closed database takes none either")
  func closed() async throws {
    let mural = try #require(try await Mural.find("m1"))
    mural.name = "Greater"
    try await Database.current.close()
    await expectError(.closed) { try await mural.save() }
    await expectError(.closed) { try await mural.load() }
    #expect(mural.name == "Greater")
  }
}
