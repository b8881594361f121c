// Links are changed by add and remove, not by assignment.
// expect-error: cannot assign to property: 'artists' is a get-only property
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  @Field("country") var country: String?
  @Field("born") var born: Int?
}

class Mural: Model, Queryable {
  static let collection: TreePath = "murals"
  @Links("artists") var artists: Linked<Artist>
}

func write(_ mural: Mural, _ artists: Linked<Artist>) { mural.artists = artists }
