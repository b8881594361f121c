// A value is not compared with nil: members without the field are asked for with where(missing:).
// expect-error: 'nil' is not compatible with expected argument type 'Optional<String>.Stored' (aka 'String')
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  @Field("country") var country: String?
}

func query() { _ = Artist.where(\.$country, equals: nil) }
