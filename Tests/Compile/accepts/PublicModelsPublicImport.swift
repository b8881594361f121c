// A library declares public and open models, and says that its import is part of its interface.
public import Trellis

open class Named: Model {
  @Field("name") public var name: String?
}

public final class Mural: Named, Queryable, Insertable, Deletable, PropertyWritable {
  public static let collection: TreePath = "murals"
  @Field("likes") public var likes = 0

  public required init(snapshot: Snapshot) { super.init(snapshot: snapshot) }
}

func use(_ mural: Mural) async throws {
  mural.name = "Great"
  mural.likes += 1
  try await mural.save()
  try await mural.delete()
  _ = Mural.where(\.$name, equals: "Great")
}
