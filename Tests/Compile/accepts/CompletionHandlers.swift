// Completion handlers run on the main actor and may keep what they are given.
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
}

@MainActor final class ArtistList {
  var artists: [Artist] = []

  func refresh() {
    Artist.all { result in
      if let artists = try? result.get() { self.artists = artists }
    }
  }
}
