import Trellis

/// The same calls on a city of murals, with the time each takes.
@MainActor
struct City {
  let size: Int
  let output: Output

  func visit() async throws {
    output.chapter("A city of \(size) murals")
    let database = Database.inMemory()
    try await build(in: database)
    // Everything below names no database: it uses this one, and so do its child tasks.
    try await Database.withCurrent(database) {
      try await read()
      try await write()
      try await watch()
    }
  }

  private func build(in database: Database) async throws {
    var generator = CityGenerator(murals: size)
    var parts: [[TreePath: Tree]] = []
    try await time("make up the city") {
      parts = try generator.parts(of: 500)
      return "\(generator.artists) artists, \(generator.murals) murals"
    }
    try await time("database.update(\"/\", part)") {
      let total = parts.reduce(0) { $0 + $1.count }
      var progress = ProgressLine("loading", of: total, isLive: !output.isStable)
      var done = 0
      for part in parts {
        try await database.update("/", part)
        done += part.count
        progress.advance(to: done)
      }
      return "\(done) nodes in \(parts.count) atomic writes"
    }
  }

  private func read() async throws {
    var murals: [Mural] = []
    try await time("Mural.all()") {
      murals = try await Mural.all()
      return "\(murals.count) models"
    }
    try await time("murals.load(\\.artists)") {
      let artists = try await murals.load(\.artists)
      return "\(artists.count) artists of \(murals.reduce(0) { $0 + $1.artists.count }) links, in one call"
    }
    try await time("Mural.where(\\.$style, equals: .mosaic).fetch()") {
      "\(try await Mural.where(\.$style, equals: .mosaic).fetch().count) mosaics"
    }
    try await time("Mural.ordered(by: \\.$likes).last(3).fetch()") {
      try await Mural.ordered(by: \.$likes).last(3).fetch().map { "\($0.name ?? "-")" }.joined(separator: ", ")
    }
    try await time("Mural.ordered(by: \\.$name).pages(of: 1000)") {
      var pages = 0
      var names: [String] = []
      for try await page in Mural.ordered(by: \.$name).pages(of: 1000) {
        pages += 1
        names += page.compactMap(\.name)
      }
      return "\(pages) pages, \(names.count) murals from \(names.first ?? "-") on"
    }
  }

  private func write() async throws {
    let murals = try await Mural.first(1000).fetch()
    try await time("1000 × mural.likes += 1; save()") {
      for mural in murals {
        mural.likes += 1
        try await mural.save()
      }
      return "\(murals.count { !$0.hasChanges }) saved"
    }
    // Twenty tasks for each of fifty murals. Every one succeeds, whichever comes first.
    let keys = murals.prefix(50).map(\.key)
    try await time("1000 × mural.transaction { $0.likes += 1 }") {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<1000 {
          let key = keys[number % keys.count]
          group.addTask { try await Mural.find(key)?.transaction { $0.likes += 1 } }
        }
        try await group.waitForAll()
      }
      let added = zip(murals, try await Mural.find(keys)).map { $1.likes - $0.likes }
      return "at once; \(added.reduce(0, +)) likes more"
    }
  }

  private func watch() async throws {
    guard let mural = try await Mural.first(1).fetchFirst() else { return }
    try await time("20 × mural.set, seen by last(10).observe()") {
      var writes = 0
      for try await best in Mural.ordered(by: \.$likes).last(10).observe() {
        if writes > 0, best.last != mural { throw TrellisError(.notFound, "the query has missed a write") }
        if writes == 20 { break }
        writes += 1
        try await mural.set(\.$likes, to: 10_000 + writes)
      }
      return "the last saw \(mural.likes) likes"
    }
  }

  private func time(_ what: String, _ body: @MainActor () async throws -> String) async throws {
    let clock = ContinuousClock()
    let start = clock.now
    let result = try await body()
    output.show(start.duration(to: clock.now), what, result)
  }
}
