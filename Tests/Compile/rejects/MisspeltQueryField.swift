// A query names fields that exist.
// expect-error: value of type 'Artist' has no member '$contry'
// expect-error: generic parameter 'Output' could not be inferred
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  @Field("country") var country: String?
  @Field("born") var born: Int?
}

func query() { _ = Artist.where(\.$contry, equals: "US") }
