// Models have no dynamic members.
// expect-error: value of type 'Artist' has no member 'frobnicate'
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  @Field("country") var country: String?
  @Field("born") var born: Int?
}

func use(_ artist: Artist) { artist.frobnicate() }
