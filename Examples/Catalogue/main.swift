// A catalogue: murals, who painted them and where they are; searched, paged, and kept in step on both sides.
import Trellis

Database.setDefault(Database.inMemory())
try await story()

func story() async throws {
  let database = Database.current
  try await fill(database)

  print("By name, four a page, with artists and district; each page is two round trips:")
  let query = Mural.ordered(by: \.$name).including(\.$artists).including(\.$district)
  var next: ModelQuery<Mural>? = query
  var number = 1
  while let current = next {
    let page = try await current.page(of: 4)
    print("  page \(number)")
    for mural in page.models { print("    \(try await line(mural))") }
    next = page.next.map { query.after($0) }
    number += 1
  }

  print("\nThe newest three:")
  for mural in try await Mural.ordered(by: \.$year).reversed().first(3).fetch() { print("  \(mural.year ?? 0) \(mural.name)") }

  print("\nNames that begin with \"Ha\": \(try await Mural.where(\.$name, prefix: "Ha").fetch().map(\.name))")
  print("From the seventies: \(try await Mural.where(\.$year, in: 1970..<1980).fetch().map(\.name))")

  guard let ana = try await Artist.find("ana"), let bo = try await Artist.find("bo"), let harbour = try await Mural.find("m2"),
    let centre = try await District.find("centre")
  else { throw TrellisError(.notFound, "the catalogue is empty") }
  print("In the centre: \(try await centre.referrers(by: \Mural.$district).fetch().map(\.name))")

  print("\nAna's murals, by the map that her side keeps:")
  print("  \(try await ana.murals.load().map(\.name))")
  try await harbour.artists.add(ana, Credit(role: "letters", year: 2024))
  try await ana.load()
  print("  and one more: \(try await ana.murals.load().map(\.name))")

  try await bo.delete(unlinking: \Mural.$artists)
  print("\nBo is gone, and no mural names him: \(try await Mural.where(\.$artists, contains: "bo").count())")
  try await database.remove("artists/cy")
  print("Somebody removes Cy behind our back:")
  let problems = try await Mural.problems(of: \.$artists)
  for problem in problems { print("  \(problem)") }
  try await database.batch { batch in for problem in problems { batch.set(problem.link, nil) } }
  print("  mended: \(try await Mural.problems(of: \.$artists).isEmpty)")
}

func line(_ mural: Mural) async throws -> String {
  var credits: [String] = []
  for (artist, credit) in try await mural.artists.load() { credits.append(artist.name + (credit.map { " (\($0.role))" } ?? "")) }
  let district = try await mural.load(\.district)?.name ?? "-"
  return "\(mural.name), \(mural.year ?? 0), \(district): \(credits.isEmpty ? "unknown" : credits.joined(separator: ", "))"
}

/// Everything as one commit: what is linked exists from the first moment on.
func fill(_ database: Database) async throws {
  let murals = [
    ("Harvest", 1974, "centre", ["ana", "bo"]), ("Harbour", 1978, "docks", ["bo"]), ("Wave", 2003, "docks", ["cy", "ana"]),
    ("Flood", 1991, "centre", ["bo"]), ("Hands", 2011, "mill", []), ("Birds", 1969, "mill", ["cy"]), ("Choir", 2020, "centre", ["ana"]),
    ("Bread", 1985, "docks", ["bo", "cy"]), ("Roofs", 1999, "mill", []),
  ]
  try await database.batch { batch in
    var artists: [String: Artist] = [:]
    for (key, name) in [("ana", "Ana"), ("bo", "Bo"), ("cy", "Cy")] {
      artists[key] = try batch.insert(Artist.self, as: TreeKey(key)) { $0.name = name }
    }
    for (key, name) in [("centre", "Centre"), ("docks", "Docks"), ("mill", "Mill")] {
      try batch.insert(District.self, as: TreeKey(key)) { $0.name = name }
    }
    for (place, mural) in murals.enumerated() {
      let made = try batch.insert(Mural.self, as: TreeKey("m\(place + 1)")) {
        $0.name = mural.0
        $0.year = mural.1
        $0.district = LinkTo(try TreeKey(mural.2))
      }
      for (order, key) in mural.3.enumerated() {
        guard let artist = artists[key] else { continue }
        if order == 0 {
          try batch.add(artist, Credit(role: "painter", year: mural.1), to: made.artists)
        } else {
          try batch.add(artist, to: made.artists)
        }
      }
    }
  }
}
