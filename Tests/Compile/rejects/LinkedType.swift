// Links load the models they are declared with.
// expect-error: cannot assign value of type '[Artist]' to type '[Muralist]'
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  @Field("country") var country: String?
  @Field("born") var born: Int?
}

class Muralist: Artist {}

class Mural: Model, Queryable {
  static let collection: TreePath = "murals"
  @Links("artists") var artists: Linked<Artist>
}

func load(_ mural: Mural) async throws { let _: [Muralist] = try await mural.artists.load() }
