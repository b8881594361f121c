// An actor keeps models and calls their methods; they never leave it.
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  @Field("country") var country: String?
}

actor Cache {
  var artists: [Artist] = []

  func refresh() async throws {
    artists = try await Artist.all()
    for artist in artists { try await artist.load() }
  }

  func countries() -> [String] { artists.compactMap(\.country) }
}
