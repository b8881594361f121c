import TestSupport
import Testing
import Trellis
import TrellisTesting

@Suite(.inMemoryDatabase(Sample.tree))
struct InsertTests {
  private struct Refused: Error {}

  @Test("adds a member with a key that sorts behind all made before")
  func keys() async throws {
    let ana = try await Artist.insert {
      $0.firstName = "Ana"
      $0.country = "MX"
    }
    let ben = try await Artist.insert { $0.firstName = "Ben" }
    #expect(ana.key < ben.key)
    #expect(ana.key.text.utf8.count == 20)
    #expect(ana.isLoaded)
    #expect(ana.exists)
    #expect(!ana.hasChanges)
    #expect(ana.fullName == "Ana")
    #expect(try await Database.current.json(ana.snapshot.path) == #"{"country":"MX","firstName":"Ana"}"#)
    #expect(try await Artist.orderedByKey().first(2).fetch().map(\.key) == [ana.key, ben.key])
  }

  @Test("with a key of one's own, which must be free")
  func ownKey() async throws {
    let ana = try await Artist.insert(as: "ana") { $0.firstName = "Ana" }
    #expect(ana.key == "ana")
    await expectError(.conflict, at: "artists/ana") { try await Artist.insert(as: "ana") { $0.firstName = "Other" } }
    #expect(try await Artist.find("ana")?.firstName == "Ana")
    try await ana.delete()
    try await Artist.insert(as: "ana") { $0.firstName = "Other" }
    #expect(try await Artist.find("ana")?.firstName == "Other")
  }

  @Test("a draft becomes the member")
  func draft() async throws {
    let draft = Artist()
    #expect(draft.key.text.isEmpty)
    #expect(!draft.exists)
    draft.firstName = "Ana"
    try await draft.insert()
    #expect(draft.exists)
    #expect(!draft.hasChanges)
    #expect(try await Artist.find(draft.key) == draft)
    try await draft.set(\.$country, to: "MX")
    #expect(try await Artist.find(draft.key)?.country == "MX")
  }

  @Test("a failed insert leaves the draft a draft")
  func failedDraft() async throws {
    let draft = Artist()
    draft.firstName = "Ana"
    draft.born = 1950
    await expectError(.conflict, at: "artists/a1") { try await draft.insert(as: "a1") }
    #expect(draft.key.text.isEmpty)
    #expect(!draft.exists)
    #expect(draft.snapshot.path == .root)
    #expect(draft.pendingChanges == ["firstName": "Ana", "born": 1950])
    try await draft.insert(as: "a9")
    #expect(draft.key == "a9")
    #expect(try await Artist.find("a9")?.born == 1950)
  }

  @Test("without a value there is nothing to insert, since empty nodes do not exist")
  func nothing() async throws {
    await expectError(.invalid) { try await Artist.insert { _ in } }
    await expectError(.invalid) { try await Artist.insert { $0.firstName = nil } }
    await expectError(.invalid) { try await Mural.insert { $0.tags = [] } }
    let draft = Artist()
    await expectError(.invalid) { try await draft.insert() }
    #expect(try await Database.current.commitCount() == 0)
  }

  @Test("what the closure throws passes unchanged")
  func closureThrows() async throws {
    await #expect(throws: Refused.self) {
      try await Artist.insert {
        $0.firstName = "Ana"
        throw Refused()
      }
    }
    #expect(try await Artist.query().count() == 4)
  }

  @Test("parts, links and server values are inserted with their owner, in one commit")
  func whole() async throws {
    let mural = try await Mural.insert(as: "m9") {
      $0.name = "New"
      $0.address.city = "Brea"
      $0.seenAt = .now
      $0[raw: "images/i1"] = ["location": "/m9.jpg"]
      $0[raw: "artists/a1"] = true
      $0.images[0].caption = "front"
    }
    let commit = try await Database.current.commit(after: 0)
    #expect(commit.changes.map(\.path) == ["murals/m9"])
    #expect(mural.seenAt == .at(milliseconds: commit.milliseconds))
    #expect(
      try await Database.current.json("murals/m9")
        == #"{"address":{"city":"Brea"},"artists":{"a1":true},"images":{"i1":{"caption":"front","location":"/m9.jpg"}},"#
        + #""name":"New","seenAt":\#(commit.milliseconds)}"#)
    #expect(mural.images.map(\.caption) == ["front"])
    #expect(mural.artists.keys == ["a1"])
  }

  @Test("what was inserted is a fresh instance, not the one the closure saw")
  func freshInstance() async throws {
    var kept: Artist?
    let ana = try await Artist.insert {
      $0.firstName = "Ana"
      kept = $0
    }
    let seen = try #require(kept)
    seen.firstName = "changed"
    #expect(seen !== ana)
    #expect(ana.firstName == "Ana")
  }

  @Test("many at once have keys of their own")
  func concurrent() async throws {
    let keys = try await withThrowingTaskGroup(of: TreeKey.self) { group in
      for number in 0..<50 { group.addTask { try await Artist.insert { $0.born = number }.key } }
      var keys: Set<TreeKey> = []
      for try await key in group { keys.insert(key) }
      return keys
    }
    #expect(keys.count == 50)
    #expect(try await Artist.query().count() == 54)
  }
}
