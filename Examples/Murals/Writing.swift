import Trellis

extension Story {
  /// Inserting members, and editing them: locally first, then in one write.
  func writing() async throws {
    output.chapter("Writing")

    let mural = try await theMural()
    mural.likes += 1
    mural.style = .fresco
    output.show("mural.likes += 1; mural.style = .fresco", "pending \(text(mural.pendingChanges))")
    output.show("a fresh copy has", "likes \(try await theMural().likes), style \(try await theMural().style?.rawValue ?? "none")")
    try await mural.save()
    output.show("try await mural.save()", "pending \(text(mural.pendingChanges))")
    for try await commit in Database.current.commits(since: 0) {
      for change in commit.changes { output.show("  commit \(commit.number) wrote \(change.path.key ?? "")", change.value) }
      break
    }

    mural.name = "Never mind"
    mural.discardChanges()
    output.show("assigned, then mural.discardChanges()", mural.name)

    try await mural.set(\.$about, to: "Repainted in spring")
    output.show("mural.set(\\.$about, to: …)", mural.about)
    try await mural.update {
      $0.likes = 7
      $0.restoredAt = .now
    }
    output.show("mural.update { $0.likes = 7; … = .now }", "likes \(mural.likes), restored \(output.name(mural.restoredAt))")

    let ana = try await Artist.insert {
      $0.firstName = "Ana"
      $0.lastName = "Reyes"
      $0.country = "MX"
    }
    output.show("Artist.insert { $0.firstName = … }", "\(ana.fullName), key \(output.name(ana.key))")
    let harbour = try await Mural.insert(as: "harbour") { $0.name = "The harbour at night" }
    try await harbour.artists.add(ana)
    output.show("Mural.insert(as: \"harbour\") { … }", harbour.name)
  }

  private func text(_ changes: [TreePath: Tree]) -> String {
    changes.isEmpty ? "nothing" : changes.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value)" }.joined(separator: ", ")
  }
}
