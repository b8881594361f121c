import Testing
import Trellis
import TrellisTesting

private enum Style: String, FieldValue { case graffiti, mosaic }
private enum Size: Int, FieldValue { case small = 1, large = 2 }
private enum Weather: String, Codable, FieldValue { case dry, wet }

private struct Place: Codable, Equatable, FieldValue {
  var city: String
  var floor: Int?
  var tags: [String] = []
  var weather = Weather.dry
}

@Suite(.inMemoryDatabase())
struct CustomFieldTests {
  private final class Wall: Model, Queryable, Insertable, PropertyWritable {
    static let collection: TreePath = "walls"
    @Field("style") var style = Style.graffiti
    @Field("size") var size: Size?
    @Field("weather") var weather: Weather?
    @Field("place") var place = Place(city: "nowhere")
    @Field("places") var places: [Place] = []
    @Field("byName") var byName: [String: Place] = [:]
  }

  @Test("enums are their raw values")
  func enums() async throws {
    try await expectRoundTrip(Style.mosaic, storedAs: #""mosaic""#)
    try await expectRoundTrip(Size.large, storedAs: "2")
    try await expectRoundTrip(Weather.wet, storedAs: #""wet""#)
    try await expectRoundTrip([Weather.wet, .dry], storedAs: #"{"0":"wet","1":"dry"}"#)
  }

  @Test("a raw value that is no case is a typed error")
  func unknownCases() async throws {
    try await expectUnreadable(Style.self, "fresco", 1, "Mosaic")
    try await expectUnreadable(Size.self, 3, 1.5, true, "1")
    try await expectUnreadable(Weather.self, "foggy", 0)
  }

  @Test("Codable structs are branches")
  func structs() async throws {
    try await expectRoundTrip(Place(city: "Orange"), storedAs: #"{"city":"Orange","weather":"dry"}"#)
    try await expectRoundTrip(
      Place(city: "Orange", floor: 2, tags: ["a"], weather: .wet),
      storedAs: #"{"city":"Orange","floor":2,"tags":{"0":"a"},"weather":"wet"}"#)
  }

  @Test("a struct with a part missing or of another type is a typed error")
  func unreadableStructs() async throws {
    try await expectUnreadable(
      Place.self, ["floor": 2], ["city": 7, "weather": "dry"], ["city": "Orange", "weather": "foggy"],
      ["city": "Orange", "floor": 1.5, "weather": "dry"], "Orange")
  }

  @Test("defaults, arrays and dictionaries of such types")
  func defaults() async throws {
    try await Database.current.set("walls/w1", ["other": 1])
    let wall = try #require(try await Wall.find("w1"))
    #expect(wall.style == .graffiti)
    #expect(wall.place == Place(city: "nowhere"))

    wall.style = .mosaic
    wall.place.city = "Orange"
    wall.places = [Place(city: "a"), Place(city: "b")]
    wall.byName["x"] = Place(city: "c")
    try await wall.save()
    let found = try #require(try await Wall.find("w1"))
    #expect(found.style == .mosaic)
    #expect(found.place == Place(city: "Orange"))
    #expect(found.places.map(\.city) == ["a", "b"])
    #expect(found.byName["x"]?.city == "c")
  }

  @Test("queries take values of such types")
  func queries() async throws {
    for style in [Style.mosaic, .graffiti, .mosaic] { try await Wall.insert { $0.style = style } }
    #expect(try await Wall.where(\.$style, equals: .mosaic).count() == 2)
    #expect(try await Wall.where(\.$size, equals: .large).count() == 0)
  }
}
