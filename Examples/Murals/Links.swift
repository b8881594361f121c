import Trellis

extension Story {
  /// Relations between collections, loaded in one call however many there are.
  func links() async throws {
    output.chapter("Links")

    let mural = try await theMural()
    output.show("mural.artists.count", mural.artists.count)
    let artists = try await mural.artists.load()
    output.show("mural.artists.load()", artists.map(\.fullName))

    let murals = try await Mural.all()
    let byKey = try await murals.load(\.artists)
    output.show("murals.load(\\.artists)", "\(byKey.count) artists of \(murals.count) murals, in one call")
    for mural in murals {
      let names = mural.artists.keys.compactMap { byKey[$0]?.fullName }
      output.show("  \(mural.name ?? "-")", names)
    }

    guard let ana = try await Artist.where(\.$firstName, equals: "Ana").fetchFirst() else { return }
    try await mural.artists.add(ana)
    try await mural.load()
    output.show("mural.artists.add(ana)", "\(mural.artists.count) links, Ana among them: \(mural.artists.contains(ana))")
    try await mural.artists.remove(ana)
    try await mural.load()
    output.show("mural.artists.remove(ana)", "\(mural.artists.count) links")
  }
}
