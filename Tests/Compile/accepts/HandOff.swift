// What was just loaded may be handed on, once: to another actor, to a detached task, to the caller.
import Trellis

class Artist: Model, Queryable, Insertable {
  static let collection: TreePath = "artists"
  @Field("country") var country: String?
}

func toTheMainActor() async throws {
  let artists = try await Artist.all()
  await MainActor.run { print(artists.count) }
}

func toADetachedTask() async throws {
  let artist = try await newArtist()
  Task.detached { print(artist.key) }
}

func newArtist() async throws -> sending Artist { try await Artist.insert { $0.country = "MX" } }
