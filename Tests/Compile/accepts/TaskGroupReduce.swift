// The results of a task group may be reduced.
// In `mainactor` the compiler refuses the standard library's `reduce` there; ChildTasks has the loop that works.
// configurations: plain, upcoming, swift5
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  @Field("country") var country: String?
}

func countries() async throws -> [String] {
  try await withThrowingTaskGroup(of: [String].self) { group in
    group.addTask { try await Artist.all().compactMap(\.country) }
    return try await group.reduce(into: []) { $0 += $1 }
  }
}
