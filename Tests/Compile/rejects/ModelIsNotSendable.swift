// A model is not Sendable; its snapshot is.
// expect-error: type 'Artist' does not conform to the 'Sendable' protocol
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
}

func share(_ value: some Sendable) {}

func use(_ artist: Artist) {
  share(artist.snapshot)
  share(artist)
}
