// A model that the caller holds may not go to another task.
// expect-error: risks causing data races
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  @Field("country") var country: String?
  @Field("born") var born: Int?
}

func share(_ artist: Artist) {
  Task.detached { print(artist.key) }
}
