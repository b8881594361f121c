// Nested models are not assigned as a list.
// expect-error: cannot assign to property: 'images' is a get-only property
import Trellis

class MuralImage: Model {}

class Mural: Model, Queryable {
  static let collection: TreePath = "murals"
  @Children("images") var images: [MuralImage]
}

func write(_ mural: Mural) { mural.images = [] }
