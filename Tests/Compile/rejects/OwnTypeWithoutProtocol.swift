// A type of one's own says that it is a field value.
// expect-error: requires that 'Place' conform to 'FieldValue'
import Trellis

struct Place: Codable { var city: String }

class Wall: Model, Queryable {
  static let collection: TreePath = "walls"
  @Field("place") var place: Place?
}
