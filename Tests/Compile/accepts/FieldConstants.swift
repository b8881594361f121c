// A field may be declared as a constant and read through a subscript.
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  static let country = Field<String?>("country")

  var country: String? { self[Self.country] }
}

func read(_ artist: Artist, _ key: TreePath) -> Tree { artist[raw: key] }
