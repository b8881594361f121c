// View models on the main actor hold models and observe them, with and without @Observable.
import Observation
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  @Field("country") var country: String?
}

@MainActor class Row {
  let artist: Artist

  init(artist: Artist) { self.artist = artist }

  func track() {
    withObservationTracking {
      _ = artist.country
    } onChange: {
      print("changed")
    }
  }
}

@MainActor @Observable class ArtistList {
  var artists: [Artist] = []

  func refresh() async throws {
    artists = try await Artist.all()
    try await artists.first?.load()
  }
}
