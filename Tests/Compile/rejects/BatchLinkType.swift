// Links in a batch lead to what they were declared for.
// expect-error: cannot convert value of type 'Mural' to expected argument type 'Artist'
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  @Field("name") var name: String?
  @Field("born") var born: Int?
}

class Mural: Model, Queryable {
  static let collection: TreePath = "murals"
  @Links("artists") var artists: Linked<Artist>
}

func add(_ mural: Mural, _ database: Database) async throws { try await database.batch { try $0.add(mural, to: mural.artists) } }
