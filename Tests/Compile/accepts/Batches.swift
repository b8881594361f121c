// Several models as one commit, from any isolation; the closure gives back what it made.
import Trellis

class Artist: Model, Queryable, Insertable, PropertyWritable, Deletable {
  static let collection: TreePath = "artists"
  @Field("name") var name: String?
  @Field("murals") var count = 0
}

class Mural: Model, Queryable, Insertable, PropertyWritable {
  static let collection: TreePath = "murals"
  @Field("name") var name: String?
  @Links("artists") var artists: Linked<Artist>

  override func validate(_ problems: inout ModelProblems) {
    if name == "" { problems.add($name, "a name has letters") }
    if artists.isEmpty { problems.add(at: "artists", "somebody has painted it") }
  }
}

func paint(_ ana: Artist, _ old: Artist, _ database: Database) async throws -> Mural {
  try await database.batch { batch in
    let mural = try batch.insert(Mural.self) { $0.name = "Wave" }
    try batch.add(ana, to: mural.artists)
    try batch.increment(ana, \.$count)
    try batch.set(ana, \.$name, to: "Ana")
    try batch.update(ana) { $0.name = "Ana" }
    try batch.save(ana)
    try batch.delete(old)
    batch.set("log/last", "painted")
    batch.require(.equals(nil, at: "lock"))
    return mural
  }
}

@MainActor final class Studio {
  var murals: [Mural] = []

  func paint(_ database: Database) async {
    do {
      murals.append(try await database.batch { try $0.insert(Mural.self) { $0.name = "Wave" } })
    } catch let error as TrellisError {
      for problem in (error.underlying as? ModelProblems)?.errors ?? [error] { print(problem) }
    } catch {
      print(error)
    }
  }
}

actor Archive {
  func clear(_ database: Database) async throws {
    let all = try await Artist.all(in: database)
    try await database.batch { batch in for artist in all { try batch.delete(artist) } }
  }
}
