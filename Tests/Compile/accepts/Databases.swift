// A database is named in the call, for a task, or for the process.
import Trellis

class Artist: Model, Queryable {
  static let collection: TreePath = "artists"
}

func choose() async throws {
  let database = try Database.inMemory(["artists": ["a1": ["country": "US"]]])
  let named = try await Artist.all(in: database)
  let inTask = try await Database.withCurrent(database) { try await Artist.all().count }
  Database.setDefault(database)
  print(named.count, inTask)
}
