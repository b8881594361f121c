import Trellis

/// What Trellis does, a chapter at a time. It lives on the main actor, as the views of an app would.
///
/// Each chapter reads what it needs by itself: `Database.current` is the database of `murals.json`.
@MainActor
struct Story {
  let output: Output

  func tell() async throws {
    try await reading()
    try await writing()
    try await transactions()
    try await links()
    try await querying()
    try await nesting()
    try await watching()
    try await files()
    try await refusals()
    try await snapshots()
    try await deleting()
  }

  /// The mural that every chapter is about.
  func theMural() async throws -> Mural {
    guard let mural = try await Mural.find(Known.mural) else { throw TrellisError(.notFound, "the mural is gone") }
    return mural
  }
}
