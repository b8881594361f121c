// Writing: pending changes, one field, several, and a transaction whose closure may run anywhere.
import Trellis

class Mural: Model, Queryable, Insertable, Deletable, PropertyWritable {
  static let collection: TreePath = "murals"
  @Field("name") var name: String?
  @Field("likes") var likes = 0
  @Field("createdAt") var createdAt: ServerTime?
}

func write(_ mural: Mural) async throws {
  mural.name = "Great"
  mural.createdAt = .now
  if mural.hasChanges { try await mural.save() }
  try await mural.set(\.$name, to: nil)
  try await mural.update {
    $0.name = "Greatest"
    $0.likes = 7
  }
  try await mural.transaction { $0.likes += 1 }
  try await mural.delete()
}

func likeFromManyTasks(_ key: TreeKey) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    for _ in 0..<20 { group.addTask { try await Mural.find(key)?.transaction { $0.likes += 1 } } }
    try await group.waitForAll()
  }
}
