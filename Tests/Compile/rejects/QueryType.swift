// A query compares a field with values of its type only.
// expect-error: cannot convert value of type 'Int' to expected argument type
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  @Field("country") var country: String?
  @Field("born") var born: Int?
}

func query() { _ = Artist.where(\.$country, equals: 3) }
