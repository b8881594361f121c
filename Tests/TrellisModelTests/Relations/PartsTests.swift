import Testing
import Trellis
import TrellisTesting

@Suite(.inMemoryDatabase(Sample.tree))
struct PartsTests {
  @Test("parts read from their owner")
  func reading() async throws {
    let mural = try #require(try await Mural.find("m1"))
    #expect(mural.address.city == "Orange")
    #expect(mural.address.key == "address")
    #expect(mural.address.snapshot.path == "murals/m1/address")
    #expect(mural.images.map(\.key) == ["i1", "i2"])
    #expect(mural.images.map(\.location) == ["/murals/m1.jpg", "/murals/m1-side.jpg"])
    #expect(mural.images.map(\.caption) == ["front", nil])
  }

  @Test("a part that is not there is a model that does not exist")
  func absent() async throws {
    let mural = try #require(try await Mural.find("m3"))
    #expect(!mural.address.exists)
    #expect(mural.address.isLoaded)
    #expect(mural.address.city == nil)
    #expect(mural.images.isEmpty)
    #expect(!Mural.keyOnly("m1").address.isLoaded)
  }

  @Test("a change of a part is a change of its owner")
  func editing() async throws {
    let mural = try #require(try await Mural.find("m1"))
    mural.address.city = "Tustin"
    mural.images[1].caption = "side"
    #expect(mural.pendingChanges == ["address/city": "Tustin", "images/i2/caption": "side"])
    #expect(mural.address.city == "Tustin")
    #expect(mural.images[1].caption == "side")
    #expect(mural.address.pendingChanges == ["city": "Tustin"])
    #expect(mural.images[0].pendingChanges.isEmpty)
    #expect(mural.images[1].hasChanges)

    try await mural.save()
    #expect(!mural.address.hasChanges)
    let found = try #require(try await Mural.find("m1"))
    #expect(found.address.city == "Tustin")
    #expect(found.address.street == "Main")
    #expect(found.images.map(\.caption) == ["front", "side"])
  }

  @Test("a part that is kept sees what happens to its owner")
  func keptParts() async throws {
    let mural = try #require(try await Mural.find("m1"))
    let address = mural.address
    let other = mural.address
    other.city = "Tustin"
    #expect(address.city == "Tustin")
    mural.discardChanges()
    #expect(address.city == "Orange")
    try await Database.current.set("murals/m1/address/city", "Brea")
    try await mural.load()
    #expect(address.city == "Brea")
    #expect(address.snapshot.node["city"].string == "Brea")
  }

  @Test("a part that can be saved saves what is at and below its place")
  func savingParts() async throws {
    let mural = try #require(try await Mural.find("m1"))
    mural.name = "pending"
    mural.address.city = "Tustin"
    mural.images[0].caption = "pending"
    try await mural.address.save()
    #expect(try await Database.current.commit(after: 0).changes.map(\.path) == ["murals/m1/address/city"])
    #expect(mural.pendingChanges == ["name": "pending", "images/i1/caption": "pending"])
    #expect(mural.address.city == "Tustin")
    try await mural.images[0].set(\.$caption, to: "door")
    #expect(mural.pendingChanges == ["name": "pending"])
    #expect(mural.images[0].caption == "door")
  }

  @Test("a transaction of a part shows in its owner; pending changes of both play no part and stay")
  func transactions() async throws {
    let mural = try #require(try await Mural.find("m1"))
    let address = mural.address
    address.street = "pending"
    mural.name = "pending"
    try await address.transaction { $0.city = ($0.city ?? "") + " " + ($0.street ?? "") }
    #expect(mural.address.city == "Orange Main")
    #expect(address.city == "Orange Main")
    #expect(address.pendingChanges == ["street": "pending"])
    #expect(mural.pendingChanges == ["address/street": "pending", "name": "pending"])
    try await mural.save()
    #expect(try await Database.current.json("murals/m1/address") == #"{"city":"Orange Main","street":"pending"}"#)
  }

  @Test("discarding the changes of a part leaves those of its owner")
  func discardingParts() async throws {
    let mural = try #require(try await Mural.find("m1"))
    mural.name = "pending"
    mural.address.city = "Tustin"
    mural.address.discardChanges()
    #expect(mural.address.city == "Orange")
    #expect(mural.pendingChanges == ["name": "pending"])
  }

  @Test("discarding a part of a larger change shows that part as it was stored")
  func discardingPartOfAChange() async throws {
    let mural = try #require(try await Mural.find("m1"))
    mural[raw: "images"] = ["i1": ["caption": "changed"], "i3": ["caption": "new"]]
    mural.images[0].discardChanges()
    #expect(mural.images.map(\.caption) == ["front", "new"])
    #expect(mural.images[0].location == "/murals/m1.jpg")
    try await mural.save()
    #expect(
      try await Database.current.json("murals/m1/images")
        == #"{"i1":{"caption":"front","location":"/murals/m1.jpg"},"i3":{"caption":"new"}}"#)
  }

  @Test("parts are added and removed by key")
  func addingAndRemoving() async throws {
    let mural = try #require(try await Mural.find("m1"))
    mural[raw: "images/i3"] = ["location": "/m3.jpg"]
    mural[raw: "images/i1"] = nil
    #expect(mural.images.map(\.key) == ["i2", "i3"])
    mural.images[1].caption = "new"
    try await mural.save()
    #expect(
      try await Database.current.json("murals/m1/images")
        == #"{"i2":{"location":"/murals/m1-side.jpg"},"i3":{"caption":"new","location":"/m3.jpg"}}"#)
  }

  @Test("parts of parts")
  func nested() async throws {
    final class Geo: Model { @Field("lat") var latitude: Double? }
    final class Site: Model { @Child("geo") var geo: Geo }
    final class Wall: Model, Queryable, PropertyWritable {
      static let collection: TreePath = "walls"
      @Child("site") var site: Site
      @Children("sides") var sides: [Site]
    }
    try await Database.current.set(
      "walls", ["w1": ["site": ["geo": ["lat": 1.5]], "sides": [["geo": ["lat": 2.5]]]], "w2": ["site": ["geo": ["lat": 7]]]])
    let wall = try #require(try await Wall.find("w1"))
    #expect(wall.site.geo.latitude == 1.5)
    #expect(wall.sides[0].geo.latitude == 2.5)
    wall.site.geo.latitude = 3
    wall.sides[0].geo.latitude = 4
    #expect(wall.pendingChanges == ["site/geo/lat": 3, "sides/0/geo/lat": 4])
    #expect(wall.site.pendingChanges == ["geo/lat": 3])
    try await wall.save()
    #expect(wall.site.geo.latitude == 3)
    #expect(try await Wall.where(\.$site.$geo.$latitude, equals: 7).fetch().map(\.key) == ["w2"])
    #expect(try await Wall.where(\.$site.$geo.$latitude, in: ...3.0).fetch().map(\.key) == ["w1"])
  }

  @Test("numbered parts come in the order of numbers")
  func lists() async throws {
    try await Database.current.set("murals/m3/images", .list((0..<12).map { ["caption": .string("\($0)")] }))
    let mural = try #require(try await Mural.find("m3"))
    #expect(mural.images.map(\.caption) == (0..<12).map { "\($0)" })
  }

  @Test("a part stays usable when nobody else keeps its owner")
  func owner() async throws {
    let address = try #require(try await Mural.find("m1")?.address)
    address.city = "Tustin"
    #expect(address.city == "Tustin")
    try await address.save()
    #expect(try await Mural.find("m1")?.address.city == "Tustin")
  }
}
