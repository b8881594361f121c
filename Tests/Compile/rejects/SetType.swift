// Setting a field takes values of its type only.
// expect-error: cannot convert value of type 'String' to expected argument type 'Int'
import Trellis

class Artist: Model, Queryable, PropertyWritable {
  static let collection: TreePath = "artists"
  @Field("born") var born = 0
}

func change(_ artist: Artist) async throws { try await artist.set(\.$born, to: "1907") }
