// A model may live on the main actor, if its collection does not.
import Trellis

@MainActor class Artist: Model, Queryable {
  nonisolated static let collection: TreePath = "artists"
  var isSelected = false
}

@MainActor func select(_ artist: Artist) { artist.isSelected = true }
