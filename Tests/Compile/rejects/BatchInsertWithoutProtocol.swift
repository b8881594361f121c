// A batch inserts what may be inserted.
// expect-error: requires that 'Artist' conform to 'Insertable'
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  @Field("name") var name: String?
  @Field("born") var born: Int?
}

func insert(_ database: Database) async throws {
  try await database.batch { try $0.insert(Artist.self) { $0.name = "Ana" } }
}
