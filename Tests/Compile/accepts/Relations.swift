// Relations: an inverse, links that carry values, links to one, prefetching; declared on one side, without a circle.
import Trellis

struct Credit: Codable, FieldValue { var role: String }

class Artist: Model, Queryable, Insertable, Deletable {
  static let collection: TreePath = "artists"
  @Field("lastName") var lastName: String?
  var murals: Linked<Mural> { inverse(of: \Mural.$artists) }
  var credited: Linked<Mural> { inverse(of: \Mural.$credits) }
}

class Mural: Model, Queryable, PropertyWritable {
  static let collection: TreePath = "murals"
  @Field("painter") var painter: LinkTo<Artist>?
  @Links("artists", inverse: "murals") var artists: Linked<Artist>
  @ValueLinks("credits", inverse: "credited") var credits: ValueLinked<Artist, Credit>
}

func read(_ mural: Mural, _ ana: Artist) async throws {
  let murals = try await Mural.query().including(\.$artists).including(\.$credits).including(\.$painter).fetch()
  let painters: [TreeKey: Artist] = try await murals.load(\.painter)
  let credited: [TreeKey: Artist] = try await murals.load(\.credits)
  let painter: Artist? = try await mural.load(\.painter)
  let role: String? = mural.credits["a1"]?.role
  for (member, credit) in try await mural.credits.load() { print(member.lastName ?? "-", credit?.role ?? "-") }
  let hers: [Mural] = try await ana.referrers(by: \Mural.$painter).fetch()
  let found = try await Mural.where(\.$artists, contains: ana.key).fetch()
  print(painters.count, credited.count, painter?.lastName ?? "-", role ?? "-", hers.count, found.count, try await ana.murals.load().count)
}

func write(_ mural: Mural, _ ana: Artist) async throws {
  try await mural.artists.add(ana)
  try await ana.murals.remove(mural)
  try await mural.credits.add(ana, Credit(role: "sky"))
  mural.painter = try LinkTo(ana)
  try await mural.save()
  for problem in try await Mural.problems(of: \.$artists) { print(problem) }
  print(try await mural.artists.danglingKeys())
  try await ana.delete(unlinking: \Mural.$artists, \Mural.$credits)
}

@MainActor func show(_ mural: Mural) async throws -> [String] { try await mural.artists.load().compactMap(\.lastName) }
