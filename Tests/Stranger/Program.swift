import Trellis

struct Failed: Error { let what: String }

func check(_ holds: Bool, _ what: String) throws { if !holds { throw Failed(what: what) } }

@main struct Program {
  static func main() async throws {
    let database = Database.inMemory()
    Database.setDefault(database)
    let ana = try await Muralist.insert {
      $0.name = "Ana"
      $0.walls = 3
    }
    let wave = try await database.batch { batch in
      let wave = try batch.insert(Mural.self) {
        $0.name = "Wave"
        $0.style = .mosaic
        $0.place.city = "Orange"
      }
      try batch.add(ana, to: wave.artists)
      return wave
    }
    try await wave.credits.add(ana, Credit(role: "sky"))
    try await wave.update {
      $0.likes += 1
      $0.painter = LinkTo(ana.key)
    }
    try await wave.transaction { $0.likes += 1 }
    try await ana.notes.insert { $0.text = "Blue" }
    try check(wave.likes == 2 && wave.changedAt != nil && wave.title == "WAVE", "writing")

    let murals = try await Mural.where(\.$place.$city, prefix: "Or").including(\.$artists).including(\.$painter).fetch()
    try check(murals.first?.artists.map(\.name) == ["Ana"], "including")
    try check(try await murals.load(\.painter)[ana.key]?.name == "Ana", "loading")
    try check(try await Muralist.find(ana.key)?.murals.keys == [wave.key], "inverse")
    try check(try await ana.notes.all().map(\.text) == ["Blue"], "collections")
    var pages = 0
    for try await _ in Mural.newest(10).pages(of: 1) { pages += 1 }
    try check(pages == 1, "pages")
    let names = try await Task { try await Artist.all(in: database).compactMap(\.name) }.value
    try check(names == ["Ana"], "tasks")
    try await wave.delete()
    try check(try await Muralist.find(ana.key)?.murals.isEmpty == true, "deleting")
  }
}
