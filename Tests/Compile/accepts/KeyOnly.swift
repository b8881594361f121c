// A model of which only the key is known is made without waiting, loaded, written and deleted.
import Trellis

class Artist: Model, Queryable, PropertyWritable, Deletable {
  static let collection: TreePath = "artists"
  @Field("country") var country: String?
}

func use(_ key: TreeKey, _ text: String) async throws {
  let artist = Artist.keyOnly(key)
  try await artist.load()
  if artist.isLoaded, artist.exists { print(artist.country ?? "-") }
  try await Artist.keyOnly("a1").set(\.$country, to: "US")
  try await Artist.keyOnly(try TreeKey(text)).delete()
}

@MainActor final class Row {
  let artist: Artist
  init(key: TreeKey) { artist = Artist.keyOnly(key) }
  func appear() async throws { try await artist.load() }
}

func handOn(_ key: TreeKey) {
  let artist = Artist.keyOnly(key)
  Task.detached { try await artist.load() }
}
