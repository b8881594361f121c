// Fields are properties: a misspelt one does not exist.
// expect-error: value of type 'Artist' has no member 'contry'
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  @Field("country") var country: String?
  @Field("born") var born: Int?
}

func read(_ artist: Artist) { print(artist.contry) }
