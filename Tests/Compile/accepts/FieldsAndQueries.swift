// Fields have the type they are declared with, and so have the values a query compares them with.
import Trellis

class Artist: Model, Queryable, PropertyWritable {
  static let collection: TreePath = "artists"
  @Field("country") var country: String?
  @Field("born") var born: Int?
  @Field("likes") var likes = 0
}

func readAndWrite(_ artist: Artist, _ other: Artist) async throws {
  let country: String? = artist.country
  other.country = country
  other.born = 1907
  other.likes += 1
  if let country = artist.country { print(country) }
  try await other.save()
}

func queries() async throws {
  _ = try await Artist.where(\.$born, in: 1900...2000).fetch()
  _ = try await Artist.where(\.$country, equals: "MX").first(10).fetch()
  _ = try await Artist.where(\.$likes, equals: 3).fetchFirst()
  _ = try await Artist.ordered(by: \.$country).last(5).fetch()
  _ = try await Artist.first(3).fetch()
}
