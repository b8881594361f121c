// A model that a batch made is the caller's, and goes nowhere else with it.
// expect-error: passing closure as a 'sending' parameter risks causing data races
import Trellis

class Artist: Model, Insertable {
  static let collection: TreePath = "artists"
  @Field("name") var name: String?
}

func share(_ artist: Artist, _ database: Database) async throws {
  Task.detached { try await database.batch { try $0.insert(artist) } }
  print(artist.name ?? "-")
}
