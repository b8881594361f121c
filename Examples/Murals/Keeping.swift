import Trellis

/// Murals in a file: each run finds what the one before has left.
@MainActor
struct Keeping {
  let path: String
  let output: Output

  func visit() async throws {
    output.chapter("Murals that stay")
    let database = try await Self.open(path)
    let isNew = try await !database.get("/").exists
    if isNew { try await database.set("/", try .murals()) }
    output.show("Database.open(at: \(path))", isNew ? "a new file, with the murals of murals.json" : "all is there again")

    try await Database.withCurrent(database) {
      for mural in try await Mural.all() {
        let artists = try await mural.artists.load().map(\.fullName)
        output.show("mural.name, mural.artists.load()", "\(mural.name ?? "-"), by \(artists.joined(separator: " and "))")
        try await mural.increment(\.$likes)
        output.show("try await mural.increment(\\.$likes)", "\(mural.likes), one more with each run")
      }
    }
    // What was written is in the file already; closing folds its log, and lets others write.
    try await database.close()
    output.say("Run it again: \(path) has the murals.")
  }

  private static func open(_ path: String) async throws -> Database {
    #if SQLite
      try await Database.open(at: path)
    #else
      throw Options.Invalid(description: "this program was built without the trait SQLite, which files need")
    #endif
  }
}
