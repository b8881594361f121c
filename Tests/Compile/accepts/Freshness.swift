// How fresh a model is, and is to be.
import Trellis

class Mural: Model, Queryable {
  static let collection: TreePath = "murals"
  @Field("name") var name: String?
}

@MainActor func title(_ mural: Mural) -> String {
  switch mural.snapshot.source {
  case .none: "?"
  case .latest, .written: mural.name ?? "-"
  case .cached: "\(mural.name ?? "-") (offline)"
  }
}

func read(_ database: Database) async throws -> [Mural] {
  let policy: ReadPolicy? = database.readPolicy
  return try await Mural.all(in: policy == nil ? database.reading(.latest) : database.reading(.cached))
}
