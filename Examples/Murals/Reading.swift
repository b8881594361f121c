import Trellis

extension Story {
  /// Fetching models, and reading their fields.
  func reading() async throws {
    output.chapter("Reading")

    let murals = try await Mural.all()
    output.show("Mural.all()", murals.map { $0.name ?? "-" })

    let mural = try await theMural()
    output.show("Mural.find(key)?.name", mural.name)
    output.show("mural.about", mural.about)
    output.show("mural.likes", "\(mural.likes), since nothing is stored")

    let missing = try await Mural.find("nowhere")
    output.show("Mural.find(\"nowhere\")", missing)

    // A link is a key. Loading reads the artist.
    for artist in mural.artists {
      output.show("artist.key, artist.isLoaded", "\(artist.key), \(artist.isLoaded)")
      try await artist.load()
      output.show("try await artist.load()", "\(artist.fullName), \(artist.country ?? "-")")
    }
  }
}
