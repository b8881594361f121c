import Observation
import Trellis

extension Story {
  /// Live data: queries that go on, and a model that follows its node.
  func watching() async throws {
    output.chapter("Live data")
    try await watchQuery()
    try await followModel()
  }

  /// Each result that arrives makes the next change, until there is none left.
  private func watchQuery() async throws {
    let changes = [likeTheHarbour, addTheTower, deleteTheTower, likeTheHarbour]
    var next = changes.makeIterator()
    output.say("Mural.where(\\.$likes, in: 10...).observe()")
    for try await murals in Mural.where(\.$likes, in: 10...).observe() {
      output.show("  now", murals.map { "\($0.name ?? "-") (\($0.likes))" })
      guard let change = next.next() else { break }
      try await change()
    }
  }

  private func likeTheHarbour() async throws { try await Mural.find("harbour")?.transaction { $0.likes += 12 } }
  private func deleteTheTower() async throws { try await Mural.find("tower")?.delete() }
  private func addTheTower() async throws {
    try await Mural.insert(as: "tower") {
      $0.name = "The water tower"
      $0.likes = 10
    }
  }

  /// The model is changed elsewhere, and shows it without being asked.
  private func followModel() async throws {
    let mural = try await theMural()
    let following = Task { try await mural.follow() }
    for name in ["A mural that was followed", "A really great mural"] {
      try await theMural().set(\.$name, to: name)
      while mural.name != name { await nextChange { mural.name } }
      output.show("mural.follow(), then mural.name", mural.name)
    }
    following.cancel()
  }

  /// Returns when something that `read` looks at changes. Models are observable, so that a view needs nothing of this kind.
  private func nextChange(of read: () -> some Any) async {
    await withCheckedContinuation { changed in
      withObservationTracking {
        _ = read()
      } onChange: {
        changed.resume()
      }
    }
  }
}
