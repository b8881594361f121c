// A transaction changes the instance that it is given, not one from outside.
// expect-error: capture of 'mural' with non-Sendable type 'Mural' in a '@Sendable' closure
import Trellis

class Mural: Model, Queryable, PropertyWritable {
  static let collection: TreePath = "murals"
  @Field("likes") var likes = 0
}

func like(_ mural: Mural) async throws {
  try await mural.transaction { _ in mural.likes += 1 }
}
