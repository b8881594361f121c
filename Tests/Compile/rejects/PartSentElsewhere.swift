// A part of a model stays with its owner.
// expect-error: risks causing data races
import Trellis

class MuralImage: Model {}

class Mural: Model, Queryable {
  static let collection: TreePath = "murals"
  @Children("images") var images: [MuralImage]
}

func share(_ mural: Mural) {
  let image = mural.images[0]
  Task.detached { print(image.key) }
}
