import TestSupport
import Testing
import Trellis
import TrellisTesting

/// Links that carry something, beside plain ones.
@Suite(.inMemoryDatabase(Sample.frescos))
struct ValueLinksTests {
  private func fresco(_ key: TreeKey = "f2") async throws -> Ceiling { try #require(try await Ceiling.find(key)) }

  @Test("what links carry is read with them; a plain link carries nothing")
  func reading() async throws {
    try await Database.current.update("frescos/f2/patrons", ["p2": true, "p3": false])
    let patrons = try await fresco().patrons
    #expect(patrons.keys == ["p1", "p2"])
    #expect(patrons.count == 2)
    #expect(!patrons.isEmpty)
    #expect(patrons.contains("p2"))
    #expect(patrons["p1"] == Gift(florins: 50))
    #expect(patrons["p2"] == nil)
    #expect(patrons["p3"] == nil)
    #expect(patrons[Painter.keyOnly("p1")]?.florins == 50)
    let loaded = try await patrons.load()
    #expect(loaded.map(\.member.name) == ["Paola", "Ugo"])
    #expect(loaded.map(\.value) == [Gift(florins: 50), nil])
  }

  @Test("a value is written with both maps in one commit, and may be changed")
  func adding() async throws {
    let vera = try #require(try await Painter.find("p3"))
    try await fresco().patrons.add(vera, Gift(florins: 9, since: 1502))
    #expect(try await Database.current.json("frescos/f2/patrons/p3") == #"{"florins":9,"since":1502}"#)
    #expect(try await Database.current.json("painters/p3/paid") == #"{"f2":true}"#)
    #expect(try await Database.current.commitCount() == 1)
    try await fresco().patrons.add("p3", Gift(florins: 10))
    #expect(try await fresco().patrons["p3"] == Gift(florins: 10))
    try await fresco().patrons.add("p3")
    #expect(try await fresco().patrons["p3"] == Gift(florins: 10), "a plain add keeps what is there")
    #expect(try await vera.paid.database.json("painters/p3/paid") == #"{"f2":true}"#)
  }

  @Test("removing takes the value and the link back")
  func removing() async throws {
    try await fresco().patrons.remove("p1")
    #expect(try await Database.current.json("frescos/f2/patrons") == "null")
    #expect(try await Database.current.json("painters/p1/paid") == "null")
  }

  @Test("what is neither true nor of the type is a typed error that names the link", arguments: ["text", ["florins": "many"], 7] as [Tree])
  func unreadable(stored: Tree) async throws {
    try await Database.current.set("frescos/f2/patrons/p2", stored)
    await expectError(.typeMismatch, at: "frescos/f2/patrons/p2", saying: ["Gift"]) { try await fresco() }
    await expectError(.typeMismatch, at: "frescos/f2/patrons/p2") { try await Ceiling.all() }
    #expect(try await Ceiling.query().skippingUnreadable().fetch().map(\.key) == ["f1", "f3"])
  }

  @Test("a value that would be no link is refused")
  func noValue() async throws {
    final class Sign: Model, Queryable {
      static let collection: TreePath = "signs"
      @ValueLinks("seen") var seen: ValueLinked<Painter, [String: Int]>
      @ValueLinks("liked") var liked: ValueLinked<Painter, Bool>
    }
    let sign = Sign.keyOnly("s1")
    await expectError(.invalid, at: "signs/s1/seen/p1") { try await sign.seen.add("p1", [:]) }
    await expectError(.invalid, at: "signs/s1/liked/p1") { try await sign.liked.add("p1", false) }
    try await sign.seen.add("p1", ["times": 3])
    #expect(try await Database.current.json("signs") == #"{"s1":{"seen":{"p1":{"times":3}}}}"#)
  }

  @Test("many models' links load together")
  func batched() async throws {
    let store = try TestDatastore(Sample.frescos)
    let frescos = try await Ceiling.all(in: Database(store))
    #expect(try await frescos.load(\.patrons).keys.map(\.text) == ["p1"])
    #expect(store.reads == 2)
  }
}
