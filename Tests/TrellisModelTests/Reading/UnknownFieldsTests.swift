import Testing
import Trellis
import TrellisTesting

@Suite(.inMemoryDatabase(Sample.tree))
struct UnknownFieldsTests {
  private let unknown: Tree = [
    "name": "Great", "addedByNewerApp": ["deep": ["x": 1.5, "flag": true]], "list": [1, 2, 3],
  ]

  @Test("fields this class does not know survive every way of writing")
  func survive() async throws {
    try await Database.current.set("murals/m1", unknown)
    let mural = try #require(try await Mural.find("m1"))
    mural.likes = 1
    try await mural.save()
    try await mural.set(\.$name, to: "Greater")
    try await mural.update { $0.about = "new" }
    try await mural.transaction { $0.likes += 1 }
    #expect(
      try await Database.current.json("murals/m1")
        == #"{"addedByNewerApp":{"deep":{"flag":true,"x":1.5}},"description":"new","likes":2,"list":{"0":1,"1":2,"2":3},"name":"Greater"}"#
    )
    #expect(mural.snapshot.node["addedByNewerApp"]["deep"]["x"].double == 1.5)
    #expect(mural[raw: "list/2"] == 3)
  }

  @Test("priorities survive a save, of the node and of what is not written")
  func priorities() async throws {
    let database = Database.current
    try await database.setPriority("murals/m1", 7)
    try await database.setPriority("murals/m1/address", "x")
    try await database.setPriority("murals/m1/likes", 3)
    let mural = try #require(try await Mural.find("m1"))
    mural.name = "Greater"
    mural.address.city = "Brea"
    #expect(mural.snapshot.node.priority == 7)
    try await mural.save()

    let stored = try await database.get("murals/m1")
    for node in [stored, mural.snapshot.node] {
      #expect(node.priority == 7)
      #expect(node["address"].priority == "x")
      #expect(node["likes"].priority == 3)
      #expect(node["address"]["city"].string == "Brea")
    }
    try await mural.transaction { $0.likes += 1 }
    #expect(try await database.get("murals/m1").priority == 7)
    #expect(try await database.get("murals/m1/address").priority == "x")
  }

  @Test("a priority does not hide a field")
  func readingWithPriorities() async throws {
    try await Database.current.set("murals/m1", ["name": Tree.string("Great").with(priority: .int(1))], priority: 2)
    let mural = try #require(try await Mural.find("m1"))
    #expect(mural.name == "Great")
    try await mural.set(\.$likes, to: 1)
    #expect(mural.name == "Great")
  }

  @Test("a model whose node is large is read, changed and saved by its fields")
  func large() async throws {
    let count = 5000
    let images: [(TreeKey, Tree)] = try (0..<count).map { (try TreeKey("i\($0 + 10_000)"), ["location": .string("/\($0).jpg")]) }
    let text = String(repeating: "wall ", count: 40_000)
    try await Database.current.update("murals/m1", ["images": .branch(images), "description": .string(text)])

    let mural = try #require(try await Mural.find("m1"))
    #expect(mural.images.count == count)
    #expect(mural.about?.utf8.count == 200_000)
    #expect(mural.images[4999].location == "/4999.jpg")
    mural.name = "Greater"
    mural.images[17].caption = "seventeen"
    try await mural.save()
    let commit = try await Database.current.commit(after: 1)
    #expect(commit.changes.map(\.path) == ["murals/m1/images/i10017/caption", "murals/m1/name"])
    #expect(mural.images[17].caption == "seventeen")
    try await mural.transaction { $0.likes += 1 }
    #expect(mural.images.count == count)
    let found = try #require(try await Mural.find("m1"))
    #expect(found.images[17].caption == "seventeen")
    #expect(found.likes == 4)
  }

  @Test("a model that was read stays as it was read, whatever is written since")
  func stays() async throws {
    let all = try await Mural.all()
    let one = try #require(try await Mural.find("m1"))
    try await Database.current.set("murals", ["m1": ["name": "changed"]])
    #expect(all.map(\.name) == ["Great", "Harvest", "Quiet"])
    #expect(one.images.map(\.location) == ["/murals/m1.jpg", "/murals/m1-side.jpg"])
  }
}
