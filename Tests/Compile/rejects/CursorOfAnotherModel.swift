// A cursor is of one class of models.
// expect-error: cannot convert value of type 'ModelCursor<Mural>' to expected argument type 'ModelCursor<Artist>'
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  @Field("name") var name: String?
  @Field("born") var born: Int?
}

class Mural: Model, Queryable { static let collection: TreePath = "murals" }

func fetch(_ cursor: ModelCursor<Mural>) async throws { _ = try await Artist.query().after(cursor).fetch() }
