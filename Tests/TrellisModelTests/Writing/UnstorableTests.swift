import TestSupport
import Testing
import Trellis
import TrellisTesting

@Suite(.inMemoryDatabase(Sample.tree))
struct UnstorableTests {
  private let sizes = Field<[String: UInt64]>(wrappedValue: [:], "sizes")
  private let width = Field<UInt64?>("sizes/width")

  @Test("a value that cannot be stored is an error when saved, and nothing of the save is written")
  func nothingIsWritten() async throws {
    let mural = try #require(try await Mural.find("m1"))
    mural.name = "Greater"
    mural.height = .nan
    let error = await expectError(.invalid, at: "murals/m1/height") { try await mural.save() }
    #expect(error?.underlying is TreeWrite.Invalid)
    #expect(Set(mural.pendingChanges.keys) == ["name", "height"])
    #expect(try await Database.current.commitCount() == 0)

    mural.height = 3
    try await mural.save()
    #expect(!mural.hasChanges)
    #expect(try await Mural.find("m1")?.height == 3)
    #expect(try await Mural.find("m1")?.name == "Greater")
  }

  @Test("discarding forgets it")
  func discarding() async throws {
    let mural = try #require(try await Mural.find("m1"))
    mural.height = .infinity
    mural.discardChanges()
    mural.likes = 4
    try await mural.save()
    #expect(mural.height == 2.5)
  }

  @Test("set, update, insert and transactions refuse it too")
  func everywhere() async throws {
    let mural = try #require(try await Mural.find("m1"))
    await expectError(.invalid, at: "murals/m1/height") { try await mural.set(\.$height, to: .nan) }
    await expectError(.invalid, at: "murals/m1/height") { try await mural.update { $0.likes = 1 } }
    mural.discardChanges()
    await expectError(.invalid, at: "murals/m1/height") { try await mural.transaction { $0.height = .nan } }
    await expectError(.invalid) { try await Mural.insert { $0.height = -.infinity } }
    #expect(try await Database.current.commitCount() == 0)
  }

  @Test("a bad value below a change is named by its own place, and putting it right is enough")
  func belowAnother() async throws {
    let mural = try #require(try await Mural.find("m1"))
    mural[sizes] = ["width": 1, "height": 2]
    mural[width] = .max
    await expectError(.invalid, at: "murals/m1/sizes/width") { try await mural.save() }
    mural[width] = 3
    try await mural.save()
    #expect(try await Database.current.json("murals/m1/sizes") == #"{"height":2,"width":3}"#)
  }

  @Test("a good value above a bad one replaces it")
  func aboveAnother() async throws {
    let mural = try #require(try await Mural.find("m1"))
    mural[width] = .max
    mural[sizes] = ["height": 2]
    try await mural.save()
    #expect(try await Database.current.json("murals/m1/sizes") == #"{"height":2}"#)
  }

  @Test("a good value below a bad one does not hide it")
  func belowABadOne() async throws {
    let mural = try #require(try await Mural.find("m1"))
    mural[sizes] = ["height": .max, "width": 1]
    mural[width] = 2
    await expectError(.invalid, at: "murals/m1/sizes") { try await mural.save() }
    mural[sizes] = ["height": 1]
    try await mural.save()
    #expect(!mural.hasChanges)
  }

  @Test("of several, the first in the order of the tree is told")
  func several() async throws {
    let mural = try #require(try await Mural.find("m1"))
    mural[Field<UInt?>("z")] = .max
    mural[width] = .max
    mural[Field<UInt?>("b")] = .max
    await expectError(.invalid, at: "murals/m1/b") { try await mural.save() }
  }

  @Test("a bad value in a part of a model")
  func inPart() async throws {
    let mural = try #require(try await Mural.find("m1"))
    mural.address[Field<UInt?>("lat")] = .max
    await expectError(.invalid, at: "murals/m1/address/lat") { try await mural.save() }
    await expectError(.invalid, at: "murals/m1/address/lat") { try await mural.address.save() }
    mural.address.discardChanges()
    try await mural.save()
    #expect(!mural.hasChanges)
  }

  @Test("a tree with a number that cannot be stored, or too deep, is refused when saved")
  func trees() async throws {
    let mural = try #require(try await Mural.find("m1"))
    mural[raw: "extra"] = ["a": .double(.nan)]
    await expectError(.invalid, at: "murals/m1/extra/a") { try await mural.save() }
    var deep: Tree = 1
    for _ in 0..<32 { deep = ["d": deep] }
    mural[raw: "extra"] = deep
    await expectError(.invalid) { try await mural.save() }
    #expect(mural.hasChanges)
    mural[raw: "extra"] = ["a": 1]
    try await mural.save()
    #expect(!mural.hasChanges)
  }

  @Test("a key of a map that is no legal key")
  func keys() async throws {
    let byName = Field<[String: Int]>(wrappedValue: [:], "byName")
    let mural = try #require(try await Mural.find("m1"))
    mural[byName] = ["ann.lee@mail.example": 1]
    let error = await expectError(.invalid, at: "murals/m1/byName") { try await mural.save() }
    #expect(error?.message.contains("ann.lee@mail.example") == true)
    #expect(mural.hasChanges)
  }
}
