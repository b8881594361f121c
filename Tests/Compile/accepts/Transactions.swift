// A transaction is run from any actor; its closure takes what is Sendable and may throw.
import Trellis

struct SoldOut: Error {}

class Mural: Model, Queryable, PropertyWritable {
  static let collection: TreePath = "murals"
  @Field("likes") var likes = 0
  @Field("left") var left = 0
  @Field("seenAt") var seenAt: ServerTime?
}

func buy(_ mural: Mural, _ count: Int) async throws {
  try await mural.transaction {
    guard $0.left >= count else { throw SoldOut() }
    $0.left -= count
    $0.seenAt = .now
  }
}

@MainActor final class Screen {
  let mural: Mural
  var step = 1
  init(mural: Mural) { self.mural = mural }

  func like() async throws {
    let step = step
    try await mural.transaction { mural in mural.likes += step }
  }
}

actor Counter {
  var murals: [Mural] = []

  func likeAll() async throws {
    for mural in murals { try await mural.transaction { $0.likes += 1 } }
  }
}

func untyped(_ database: Database) async throws -> Int64? {
  try await database.transaction("murals/m1/likes") { .int(($0.int ?? 0) + 1) }.value.int
}
