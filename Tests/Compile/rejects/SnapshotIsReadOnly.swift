// What was read is replaced by reading, not by assignment.
// expect-error: cannot assign to property: 'snapshot' is a get-only property
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
}

func write(_ artist: Artist, _ other: Artist) { artist.snapshot = other.snapshot }
