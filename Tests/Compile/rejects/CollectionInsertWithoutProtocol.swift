// A collection elsewhere inserts what may be inserted.
// expect-error: requires that 'Artist' conform to 'Insertable'
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  @Field("name") var name: String?
  @Field("born") var born: Int?
}

func insert(_ artists: ModelCollection<Artist>) async throws { try await artists.insert { $0.name = "Ana" } }
