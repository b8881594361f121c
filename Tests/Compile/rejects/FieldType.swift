// A field takes values of its type only.
// expect-error: cannot assign value of type 'String' to type 'Int'
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  @Field("country") var country: String?
  @Field("born") var born: Int?
}

func write(_ artist: Artist) { artist.born = "1907" }
