// A key is not a string: two keys that Swift calls equal strings may be different keys.
// expect-error: cannot convert value of type 'TreeKey' to specified type 'String'
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  @Field("country") var country: String?
  @Field("born") var born: Int?
}

func key(_ artist: Artist) -> String {
  let key: String = artist.key
  return key
}
