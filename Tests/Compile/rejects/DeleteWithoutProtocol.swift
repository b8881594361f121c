// Deleting needs Deletable.
// expect-error: value of type 'Artist' has no member 'delete'
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  @Field("country") var country: String?
  @Field("born") var born: Int?
}

func delete(_ artist: Artist) async throws { try await artist.delete() }
