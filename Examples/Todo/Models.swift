import Trellis

/// Something to do before the wall is ready.
class Chore: Model, Queryable, Insertable, PropertyWritable, Deletable {
  static let collection: TreePath = "chores"
  @Field("title", .required) var title = ""
  @Field("isDone") var isDone = false
  /// What the list is ordered by; moving a chore is a new rank between two others.
  @Field("rank") var rank = 0.0
  @Field("createdAt", maintained: .onInsert) var createdAt: ServerTime?

  override func validate(_ problems: inout ModelProblems) {
    if title.isEmpty { problems.add($title, "say what is to be done") }
    if rank < 0 { problems.add($rank, "ranks begin at 0") }
  }
}
