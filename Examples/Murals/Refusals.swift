import Trellis

extension Story {
  /// What goes wrong, and how it says so: `TrellisError` has a code, a place, and a message with the cure.
  func refusals() async throws {
    output.chapter("Refusals")

    let mural = try await theMural()
    mural.name = ""
    await output.show("mural.name = \"\"; save(), which Mural.validate() refuses") { try await mural.save() }
    mural.discardChanges()

    let vic = Database.current.as(Auth(uid: "vic"))
    let seen = try await Mural.find("harbour", in: vic)
    await output.show("a visitor renames a mural") { try await seen?.set(\.$name, to: "Vic was here") }
    seen?.discardChanges()
    await output.show("a visitor likes a mural ten times") { try await seen?.update { $0.likes += 10 } }
    seen?.discardChanges()
    try await seen?.update { $0.likes += 1 }
    output.show("a visitor likes a mural", "likes \(seen?.likes ?? 0)")

    try await Database.current.set("artists/keith/lastName", 3)
    await output.show("Artist.all(), where somebody has stored a number for a name") { _ = try await Artist.all() }
    output.show("Artist.query().skippingUnreadable()", "\(try await Artist.query().skippingUnreadable().fetch().count) artists are fine")
    try await Database.current.set("artists/keith/lastName", "Tanner")

    await output.show("Mural.insert(as: \"harbour\") { … }, a second time") {
      try await Mural.insert(as: "harbour") { $0.name = "Another" }
    }
    await output.show("Artist.find(\"ana@mail.example\")") {
      _ = try await Artist.find("ana@mail.example")
    }

    do {
      _ = try await mural.images[0].download(maxSize: 10)
    } catch TrellisError.Code.tooLarge {
      output.show("catch TrellisError.Code.tooLarge", "is how code tells them apart")
    }
  }
}
