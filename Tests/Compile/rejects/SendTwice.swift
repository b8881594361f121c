// What was just loaded may be handed on once, not twice.
// expect-error: risks causing data races
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
}

actor Cache {
  var artists: [Artist] = []
  func keep(_ artist: sending Artist) { artists.append(artist) }
}

func sendTwice(_ one: Cache, _ other: Cache) async throws {
  let artist = Artist.keyOnly("a1")
  await one.keep(artist)
  await other.keep(artist)
}
