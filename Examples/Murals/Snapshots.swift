import Trellis

extension Story {
  /// The whole database as it is now, for as long as one needs it.
  func snapshots() async throws {
    output.chapter("Snapshots")

    let then = try await Database.current.snapshot()
    try await Mural.insert(as: "tunnel") { $0.name = "The tunnel" }
    output.show("Mural.query(in: then).count()", try await Mural.query(in: then).count())
    output.show("Mural.query().count()", try await Mural.query().count())
    await output.show("then takes no writes") { try await then.remove("murals/tunnel") }

    // One model, as a value that may go anywhere.
    struct Card: Decodable, Sendable {
      var name: String
      var likes: Int
    }
    let card = try await theMural().snapshot.decode(Card.self)
    output.show("mural.snapshot.decode(Card.self)", "\(card.name), \(card.likes)")
  }
}
