// What a field may hold: values of the standard library, of Foundation, of Trellis, and types of one's own in one line.
import Foundation
import Trellis

enum Style: String, FieldValue { case graffiti, mosaic }
enum Size: Int, Codable, FieldValue { case small, large }
struct Place: Codable, FieldValue { var city: String }

class Wall: Model, Queryable, Insertable, PropertyWritable {
  static let collection: TreePath = "walls"
  @Field("name", .required) var name = ""
  @Field("owner", .required) var owner: String?
  @Field("flag") var flag = false
  @Field("count") var count = 0
  @Field("small") var small: Int8?
  @Field("large") var large: UInt64 = 0
  @Field("ratio") var ratio: Double?
  @Field("float") var float: Float = 1.5
  @Field("when") var when: Date?
  @Field("data") var data: Data?
  @Field("site") var site: URL?
  @Field("id") var uuid: UUID?
  @Field("next") var next: TreeKey?
  @Field("rest") var rest: Tree
  @Field("seen") var seen: ServerTime?
  @Field("tags") var tags: [String] = []
  @Field("grid") var grid: [[Int]] = []
  @Field("byName") var byName: [String: Double] = [:]
  @Field("byNumber") var byNumber: [Int: String] = [:]
  @Field("byKey") var byKey: [TreeKey: Bool] = [:]
  @Field("members", keys: .escaped) var members: [String: Int] = [:]
  @Field("style") var style = Style.graffiti
  @Field("size") var size: Size?
  @Field("place") var place: Place?
  @Field("places") var places: [Place] = []
  @Field("address/city") var city: String?
}

func use(_ wall: Wall) async throws {
  wall.members["ann.lee@mail.example"] = 1
  wall.byNumber[1907] = "Mary"
  wall.tags.append("tall")
  wall.place = Place(city: "Orange")
  wall.rest = ["any": ["thing": 1.5]]
  wall.seen = .now
  try await wall.save()
  _ = try await Wall.where(\.$style, equals: .mosaic).fetch()
  _ = try await Wall.where(\.$city, equals: "Orange").count()
  try await Wall.insert {
    $0.name = "a"
    $0.owner = "b"
  }
}
