import TestSupport
import Testing
import Trellis
import TrellisTesting

/// Changes of several models as one commit.
@Suite(.inMemoryDatabase(Sample.frescos), .hangGuard)
struct BatchTests {
  private var database: Database { .current }
  private func fresco(_ key: TreeKey) async throws -> Ceiling { try #require(try await Ceiling.find(key)) }
  private func painter(_ key: TreeKey) async throws -> Painter { try #require(try await Painter.find(key)) }

  @Test("inserting, linking, saving, counting and deleting is one commit, and the models show it")
  func everything() async throws {
    let (flood, dawn, ugo) = (try await fresco("f1"), try await fresco("f2"), try await painter("p2"))
    flood.year = 1448
    let (made, rosa) = try await database.batch { batch in
      let rosa = try batch.insert(Painter.self) { $0.name = "Rosa" }
      let made = try batch.insert(Ceiling.self, as: "f9") { $0.name = "New" }
      try batch.add(rosa, to: made.painters)
      try batch.add(rosa, Gift(florins: 3), to: made.patrons)
      try batch.save(flood)
      try batch.increment(ugo, \.$count)
      try batch.increment(ugo, \.$count, by: 2)
      try batch.update(ugo) { $0.name = "Hugo" }
      try batch.delete(dawn)
      batch.set("log/last", "batch")
      return (made, rosa)
    }
    #expect(try await database.commitCount() == 1)
    #expect(
      try await database.json("frescos/f9") == #"{"name":"New","painters":{"\#(rosa.key)":true},"patrons":{"\#(rosa.key)":{"florins":3}}}"#)
    #expect(try await database.json("painters/p2") == #"{"frescos":{"f1":true},"frescosPainted":3,"name":"Hugo"}"#)
    #expect(try await database.json("painters/p1/paid") == "null")
    #expect(try await database.json("frescos/f1/year") == "1448")
    #expect(try await database.json("log/last") == #""batch""#)
    #expect(made.painters.keys == [rosa.key])
    #expect(rosa.frescos.keys == ["f9"])
    #expect(rosa.paid.keys == ["f9"])
    #expect(ugo.count == 3)
    #expect(ugo.name == "Hugo")
    #expect(!dawn.exists)
    #expect([made.hasChanges, rosa.hasChanges, flood.hasChanges, ugo.hasChanges] == [false, false, false, false])
    #expect(try await Ceiling.problems(of: \.$painters).isEmpty)
  }

  @Test("when the closure throws nothing is written, drafts are drafts, and changes stay pending")
  func throwing() async throws {
    struct Stop: Error {}
    let flood = try await fresco("f1")
    flood.year = 1
    let draft = Painter()
    draft.name = "Rosa"
    await #expect(throws: Stop.self) {
      try await database.batch { batch in
        try batch.insert(draft)
        try batch.save(flood)
        throw Stop()
      }
    }
    #expect(try await database.commitCount() == 0)
    #expect(draft.key.text.isEmpty)
    #expect(flood.hasChanges)
    try await draft.insert(as: "p9")
    #expect(try await Painter.exists("p9"))
  }

  @Test("when the write is refused nothing is written and all is as before")
  func refused() async throws {
    let database = try Database.inMemory(Sample.frescos, policy: Lockable("painters"))
    let flood = try #require(try await Ceiling.find("f1", in: database))
    let draft = Painter()
    draft.name = "Rosa"
    await expectError(.permissionDenied) {
      try await database.batch { batch in
        try batch.set(flood, \.$year, to: 1)
        try batch.insert(draft)
      }
    }
    #expect(try await database.json("frescos/f1/year") == "1447")
    #expect(flood.year == 1)
    #expect(flood.hasChanges)
    await expectError(.disconnected) { try await database.batch { try $0.save(draft) } }
  }

  @Test("a key that is taken, a link that somebody else has made, and conditions fail the batch with the place")
  func conflicts() async throws {
    await expectError(.conflict, at: "frescos/f1") {
      try await database.batch { batch in
        try batch.insert(Painter.self) { $0.name = "Rosa" }
        try batch.insert(Ceiling.self, as: "f1") { $0.name = "Again" }
      }
    }
    let (bare, vera) = (try await fresco("f3"), try await painter("p3"))
    try await fresco("f3").painters.add("p3")
    await expectError(.conflict, at: "frescos/f3/painters/p3") { try await database.batch { try $0.add(vera, to: bare.painters) } }
    await expectError(.conflict, at: "frescos/f3/painters") { try await database.batch { try $0.delete(bare) } }
    await expectError(.conflict, at: "lock") {
      try await database.batch { batch in
        batch.require(.equals(true, at: "lock"))
        batch.set("done", true)
      }
    }
    #expect(try await database.commitCount() == 1)
  }

  @Test("links that are known to be there stay, and may be taken back")
  func links() async throws {
    let (flood, paola) = (try await fresco("f1"), try await painter("p1"))
    try await database.batch { try $0.add(paola, to: flood.painters) }
    #expect(try await database.commitCount() == 0)
    let dawn = try await fresco("f2")
    try await database.batch { batch in
      try batch.remove(paola, from: flood.painters)
      try batch.remove(paola, from: dawn.patrons)
      try batch.add(paola, to: dawn.painters)
    }
    #expect(try await database.json("frescos/f1/painters") == #"{"p2":true}"#)
    #expect(try await database.json("painters/p1") == #"{"frescos":{"f2":true},"name":"Paola"}"#)
    #expect(try await database.commitCount() == 1)
  }

  @Test("a link that is known to be there but is gone fails the batch, which would else make half of one")
  func staleLinks() async throws {
    let (flood, paola) = (try await fresco("f1"), try await painter("p1"))
    try await fresco("f1").painters.remove("p1")
    try await paola.load()
    await expectError(.conflict, at: "frescos/f1/painters/p1") { try await database.batch { try $0.add(paola, to: flood.painters) } }
    #expect(try await Ceiling.problems(of: \.$painters).isEmpty)
    try await flood.load()
    try await database.batch { try $0.add(paola, to: flood.painters) }
    #expect(try await Ceiling.problems(of: \.$painters).isEmpty)
    #expect(try await fresco("f1").painters.contains("p1"))
  }

  @Test("what a batch cannot know it does not guess")
  func unknown() async throws {
    let flood = try await fresco("f1")
    await expectError(.invalid, at: "painters/p3") { try await database.batch { try $0.add(Painter.keyOnly("p3"), to: flood.painters) } }
    await expectError(.invalid, at: "frescos/f1") { try await database.batch { try $0.delete(Ceiling.keyOnly("f1")) } }
    let gone = try await painter("p3")
    try await database.remove("painters/p3")
    try await gone.load()
    await expectError(.notFound, at: "painters/p3") { try await database.batch { try $0.add(gone, to: flood.painters) } }
    await expectError(.invalid) { try await database.batch { try $0.insert(Painter()) } }
  }

  @Test("models of another database are refused")
  func otherDatabase() async throws {
    let other = try Database.inMemory(Sample.frescos)
    let stranger = try #require(try await Ceiling.find("f1", in: other))
    await expectError(.invalid, at: "frescos/f1", saying: ["another database"]) {
      try await database.batch { try $0.set(stranger, \.$year, to: 1) }
    }
    let vera = try await painter("p3")
    await expectError(.invalid) { try await database.batch { try $0.add(vera, to: stranger.painters) } }
  }

  @Test("without anything to write there is no commit")
  func nothing() async throws {
    let flood = try await fresco("f1")
    let answer = try await database.batch { batch in
      try batch.save(flood)
      return 42
    }
    #expect(answer == 42)
    #expect(try await database.commitCount() == 0)
  }

  @Test("the later word counts where two write one place")
  func lastWord() async throws {
    let flood = try await fresco("f1")
    try await database.batch { batch in
      try batch.set(flood, \.$year, to: 1)
      try batch.set(flood, \.$year, to: 2)
      batch.set("frescos/f1/name", "Inner")
      batch.set("log", ["a": 1, "b": 2])
      batch.set("log/b", nil)
      batch.set("other/deep", 1)
      batch.set("other", ["flat": 1])
    }
    #expect(try await database.json("frescos/f1/year") == "2")
    #expect(try await database.json("log") == #"{"a":1}"#)
    #expect(try await database.json("other") == #"{"flat":1}"#)
    #expect(try await database.json("frescos/f1/name") == #""Inner""#)
  }

  @Test("an assignment after saving, within the batch, stays pending")
  func later() async throws {
    let flood = try await fresco("f1")
    try await database.batch { batch in
      try batch.set(flood, \.$year, to: 1)
      flood.year = 2
    }
    #expect(try await database.json("frescos/f1/year") == "1")
    #expect(flood.pendingChanges == ["year": 2])
  }

  @Test("increments count from what the batch has set")
  func increments() async throws {
    let flood = try await fresco("f1")
    try await database.batch { batch in
      batch.set("frescos/f1/year", 5)
      try batch.increment(flood, \.$year, by: 2)
    }
    #expect(flood.year == 7)
    let draft = Ceiling()
    try await database.batch { batch in
      draft.year = 10
      try batch.insert(draft)
      try batch.increment(draft, \.$year)
    }
    #expect(draft.year == 11)
  }

  @Test("members of collections elsewhere")
  func collections() async throws {
    let flood = try await fresco("f1")
    let notes = flood.members(Painter.self)
    let note = try await database.batch { try $0.insert(into: notes, as: "n1") { $0.name = "Inside" } }
    #expect(note.snapshot.path == "frescos/f1/painters/n1")
    #expect(try await notes.find("n1")?.name == "Inside")
  }

  @Test("cancelled before, nothing is written, and the datastore is not asked")
  func cancellation() async throws {
    let store = try TestDatastore(Sample.frescos)
    let database = Database(store)
    let early = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await database.batch { $0.set("early", true) }
    }
    await #expect(throws: CancellationError.self) { try await early.value }
    #expect(store.writes.isEmpty)
    #expect(try await database.json("early") == "null")
  }
}
