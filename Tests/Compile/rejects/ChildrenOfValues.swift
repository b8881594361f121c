// Children are models; a list of values is a field.
// expect-error: requires that 'String' inherit from 'Model'
import Trellis

class Mural: Model, Queryable {
  static let collection: TreePath = "murals"
  @Children("tags") var tags: [String]
}
