// A link carries what it was declared with.
// expect-error: cannot convert value of type 'String' to expected argument type 'Int'
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  @Field("name") var name: String?
  @Field("born") var born: Int?
}

class Mural: Model, Queryable {
  static let collection: TreePath = "murals"
  @ValueLinks("artists") var artists: ValueLinked<Artist, Int>
}

func add(_ mural: Mural) async throws { try await mural.artists.add("a1", "painter") }
