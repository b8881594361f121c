// A query orders by fields, not by relations.
// expect-error: cannot convert value of type 'KeyPath<Mural, Links<Artist>>' to expected argument type
// expect-error: generic parameter 'Output' could not be inferred
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
}

class Mural: Model, Queryable {
  static let collection: TreePath = "murals"
  @Links("artists") var artists: Linked<Artist>
}

func query() { _ = Mural.ordered(by: \.$artists) }
