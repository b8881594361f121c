// Links load in one call; keys are TreeKey.
import Trellis

class Artist: Model, Queryable, Insertable {
  static let collection: TreePath = "artists"
  @Field("lastName") var lastName: String?
}

class Mural: Model, Queryable {
  static let collection: TreePath = "murals"
  @Links("artists") var artists: Linked<Artist>
}

func follow(_ mural: Mural, _ murals: [Mural]) async throws {
  let key: TreeKey = mural.key
  let keys: [TreeKey] = mural.artists.keys
  let artists: [Artist] = try await mural.artists.load()
  let byKey: [TreeKey: Artist] = try await murals.load(\.artists)
  let unloaded = mural.artists.map(\.isLoaded)
  let found = try await Artist.find(keys)
  let one = try await Artist.find(key)
  print(artists.compactMap(\.lastName), byKey.count, unloaded, found.count, one?.key ?? key)
}

func change(_ mural: Mural, _ artist: Artist) async throws {
  try await mural.artists.add(artist)
  try await mural.artists.add(artist.key)
  try await mural.artists.remove(artist.key)
}
