// A field is optional or has a default, since a node may be absent.
// expect-error: requires that 'Int' conform to 'ExpressibleByNilLiteral'
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  @Field("country") var country: String?
  @Field("born") var born: Int?
}

class Building: Model {
  @Field("floors") var floors: Int
}
