// Saving needs PropertyWritable.
// expect-error: value of type 'Artist' has no member 'save'
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  @Field("country") var country: String?
  @Field("born") var born: Int?
}

func save(_ artist: Artist) async throws { try await artist.save() }
