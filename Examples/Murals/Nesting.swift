import Trellis

extension Story {
  /// Models inside a model. They read and change through their owner.
  func nesting() async throws {
    output.chapter("Nested models")

    let mural = try await theMural()
    output.show("mural.images", mural.images.compactMap(\.location))

    mural.images[0].caption = "From across the street"
    output.show("mural.images[0].caption = …", "pending \(mural.pendingChanges.map { "\($0.key) = \($0.value)" }.joined())")
    try await mural.save()
    output.show("try await mural.save()", try await theMural().images[0].caption)

    mural[raw: "images/m3"] = ["location": "/murals/m3.jpg"]
    try await mural.save()
    output.show("mural[raw: \"images/m3\"] = …; save()", try await theMural().images.map(\.key.text))
    mural[raw: "images/m3"] = nil
    try await mural.save()
    output.show("mural[raw: \"images/m3\"] = nil; save()", try await theMural().images.map(\.key.text))
  }
}
