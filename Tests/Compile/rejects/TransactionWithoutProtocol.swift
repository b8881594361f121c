// A transaction needs PropertyWritable.
// expect-error: value of type 'Artist' has no member 'transaction'
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  @Field("born") var born = 0
}

func change(_ artist: Artist) async throws { try await artist.transaction { $0.born += 1 } }
