// Child tasks load models each for itself and hand back what is Sendable.
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
  @Field("country") var country: String?
}

func countries() async throws -> [String] {
  try await withThrowingTaskGroup(of: [String].self) { group in
    for _ in 0..<2 { group.addTask { try await Artist.all().compactMap(\.country) } }
    var all: [String] = []
    for try await some in group { all += some }
    return all
  }
}

func twice() async throws -> Int {
  async let first = Artist.all()
  async let second = Artist.all()
  return try await first.count + second.count
}
