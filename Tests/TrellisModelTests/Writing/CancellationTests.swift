import TestSupport
import Testing
import Trellis

/// Cancelled before the datastore has taken it, a write of a model is not carried out, and the model is as it was; from then on it
/// cannot be cancelled, and the model is told what has come of it.
@Suite(.hangGuard) struct CancellationTests {
  enum Verb: CaseIterable, Sendable {
    case save, set, update, increment, transaction, insert, insertDraft, delete, link, unlink, batch

    func run(in database: Database) async throws {
      let mural = try #require(try await Mural.find("m1", in: database))
      switch self {
      case .save:
        mural.name = "Greater"
        try await mural.save()
      case .set: try await mural.set(\.$name, to: "Greater")
      case .update: try await mural.update { ($0.name, $0.address.city) = ("Greater", "Irvine") }
      case .increment: _ = try await mural.increment(\.$likes, by: 2)
      case .transaction: try await mural.transaction { $0.likes *= 2 }
      case .insert: try await Artist.insert(as: "a9", in: database) { $0.firstName = "Eve" }
      case .insertDraft:
        let draft = Artist()
        draft.firstName = "Eve"
        do { try await draft.insert(as: "a9", in: database) } catch {
          #expect(draft.key.text.isEmpty && draft.hasChanges, "it is the draft it was")
          throw error
        }
      case .delete: try await mural.delete()
      case .link: try await mural.artists.add("a3")
      case .unlink: try await mural.artists.remove("a1")
      case .batch:
        try await database.batch { batch in
          let artist = try batch.insert(Artist.self, as: "a9") { $0.firstName = "Eve" }
          try batch.set(mural, \.$name, to: "Greater")
          try batch.add(artist, to: mural.artists)
        }
      }
      #expect(!mural.hasChanges)
    }
  }

  /// Cancels whoever writes, when the datastore takes the write.
  private struct Canceller: AccessPolicy {
    func admit(_ write: WriteRequest) throws { withUnsafeCurrentTask { $0?.cancel() } }
  }

  /// What a verb leaves when nothing is cancelled.
  private func result(of verb: Verb) async throws -> String {
    let database = try Database.inMemory(Sample.tree)
    try await verb.run(in: database)
    return try await database.json("/")
  }

  @Test("before: CancellationError, nothing is written, and it can be done again", arguments: Verb.allCases)
  func before(_ verb: Verb) async throws {
    let database = try Database.inMemory(Sample.tree)
    let before = try await database.json("/")
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await verb.run(in: database)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await database.json("/") == before)
    try await verb.run(in: database)
    #expect(try await database.json("/") == result(of: verb))
  }

  @Test("in the middle: it is too late, and the model knows what was written", arguments: Verb.allCases)
  func during(_ verb: Verb) async throws {
    let database = try Database.inMemory(Sample.tree, policy: Canceller())
    let task = Task {
      try await verb.run(in: database)
      return Task.isCancelled
    }
    #expect(try await task.value)
    #expect(try await database.json("/") == result(of: verb))
  }
}
