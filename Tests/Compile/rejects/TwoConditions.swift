// A query has one condition, because the datastore answers one.
// expect-error: value of type 'ModelQuery<Artist>' has no member 'where'
// expect-error: cannot infer key path type from context
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  @Field("country") var country: String?
  @Field("born") var born: Int?
}

func query() { _ = Artist.where(\.$country, equals: "US").where(\.$born, equals: 1907) }
