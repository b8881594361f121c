// Links lead to members of a collection.
// expect-error: type 'MuralImage' does not conform to protocol 'Queryable'
// expect-error: generic parameter 'Target' could not be inferred
import Trellis

class MuralImage: Model {}

class Mural: Model, Queryable {
  static let collection: TreePath = "murals"
  @Links("images") var images: Linked<MuralImage>
}
