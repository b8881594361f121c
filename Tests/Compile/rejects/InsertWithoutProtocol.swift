// Inserting needs Insertable.
// expect-error: type 'Artist' has no member 'insert'
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  @Field("country") var country: String?
  @Field("born") var born: Int?
}

func insert() async throws { try await Artist.insert { $0.country = "MX" } }
