// A model made without a database is a draft or a fixture, filled by assignment.
import Trellis

class Artist: Model, Queryable, Insertable {
  static let collection: TreePath = "artists"
  @Field("country") var country: String?
}

func fixture() -> Artist {
  let artist = Artist()
  artist.country = "MX"
  return artist
}

func insert() async throws {
  let draft = fixture()
  try await draft.insert()
  try await Artist.insert { $0.country = "MX" }
  let inserted = try await Artist.insert { $0.country = "US" }
  print(inserted.key)
}
