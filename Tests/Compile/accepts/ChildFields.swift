// Fields of a nested model are named in queries through it.
import Trellis

class Address: Model {
  @Field("city") var city: String?
}

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  @Child("address") var address: Address
}

func inOrange() async throws -> [String] {
  try await Artist.where(\.$address.$city, equals: "Orange").fetch().compactMap(\.address.city)
}
