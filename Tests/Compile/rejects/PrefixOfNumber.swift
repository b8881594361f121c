// A prefix is one of texts.
// expect-error: requires the types 'Optional<Int>.Stored' (aka 'Int') and 'String' be equivalent
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  @Field("name") var name: String?
  @Field("born") var born: Int?
}

func fetch() async throws { _ = try await Artist.where(\.$born, prefix: "19").fetch() }
