// What several tasks need is shared as a value: the snapshot, or a Decodable copy of it.
// Where the main actor is the default, the copy's type says that it is not bound to it.
import Trellis

nonisolated struct Card: Decodable, Sendable {
  var firstName: String
  var born: Int?
}

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  @Field("firstName") var firstName: String?
}

func share(_ artist: Artist) async throws -> Card {
  let snapshot = artist.snapshot
  Task.detached { print(snapshot.node["firstName"].string ?? "-", snapshot.path) }
  return try await Task.detached { try snapshot.decode(Card.self) }.value
}

func open(_ snapshot: Snapshot) -> Artist { Artist(snapshot: snapshot) }
