// Nested models are read and changed through their owner, and named through it in queries, at any depth.
import Trellis

class Geo: Model {
  @Field("lat") var latitude: Double?
}

class Address: Model, PropertyWritable {
  @Field("city") var city: String?
  @Child("geo") var geo: Geo
}

class MuralImage: Model, StorageDownloadable {
  @Field("caption") var caption: String?
}

class Mural: Model, Queryable, PropertyWritable {
  static let collection: TreePath = "murals"
  @Child("address") var address: Address
  @Children("images") var images: [MuralImage]
}

func edit(_ mural: Mural) async throws {
  mural.address.city = "Orange"
  mural.address.geo.latitude = 33.8
  mural.images[0].caption = "front"
  for image in mural.images { image.caption = nil }
  mural[raw: "images/m3"] = ["location": "/m3.jpg"]
  try await mural.save()
  try await mural.address.set(\.$city, to: "Tustin")
}

func queries() async throws {
  _ = try await Mural.where(\.$address.$city, in: "A"..."O").fetch()
  _ = try await Mural.ordered(by: \.$address.$geo.$latitude).fetchFirst()
}

@MainActor final class Screen {
  let mural: Mural
  init(mural: Mural) { self.mural = mural }

  func move() async throws {
    mural.address.city = "Tustin"
    try await mural.address.save()
  }
}
