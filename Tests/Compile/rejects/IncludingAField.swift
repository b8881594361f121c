// What a query includes are links.
// expect-error: no exact matches in call to instance method 'including'
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  @Field("name") var name: String?
  @Field("born") var born: Int?
}

func fetch() async throws { _ = try await Artist.query().including(\.$name).fetch() }
