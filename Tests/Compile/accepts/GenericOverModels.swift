// Generic code says M: Queryable, with no further conditions.
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
}

func count<M: Queryable>(_ type: M.Type) async throws -> Int { try await M.all().count }

func reload<M: Queryable>(_ models: [M]) async throws {
  for model in models { try await model.load() }
}

func use() async throws -> Int { try await count(Artist.self) }
