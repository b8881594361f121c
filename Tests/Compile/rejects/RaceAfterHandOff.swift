// What was handed to another task may not be used again.
// expect-error: risks causing data races
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  @Field("country") var country: String?
  @Field("born") var born: Int?
}

func race() async throws {
  let artists = try await Artist.all()
  Task.detached { print(artists.count) }
  print(artists.count)
}
