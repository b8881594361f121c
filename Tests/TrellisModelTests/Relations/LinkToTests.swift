import TestSupport
import Testing
import Trellis
import TrellisTesting

/// Links to one member, and one-to-many by such a field.
@Suite(.inMemoryDatabase(Sample.frescos))
struct LinkToTests {
  @Test("a field like others: read, assigned, cleared, queried")
  func field() async throws {
    let fresco = try #require(try await Ceiling.find("f1"))
    let vera = try #require(try await Painter.find("p3"))
    #expect(fresco.master?.key == "p1")
    fresco.master = try LinkTo(vera)
    try await fresco.save()
    #expect(try await Database.current.json("frescos/f1/master") == #""p3""#)
    #expect(try await Ceiling.where(\.$master, equals: LinkTo("p3")).fetch().map(\.key) == ["f1"])
    try await fresco.set(\.$master, to: nil)
    #expect(try await Database.current.json("frescos/f1/master") == "null")
  }

  @Test("the member loads, alone or for many, each once")
  func loading() async throws {
    let store = try TestDatastore(Sample.frescos)
    let frescos = try await Ceiling.all(in: Database(store))
    let masters = try await frescos.load(\.master)
    #expect(Set(masters.keys) == ["p1", "p2"])
    #expect(store.reads == 2)
    #expect(try await frescos[0].load(\.master)?.name == "Paola")
    #expect(try await frescos[0].master?.load(in: Database(store))?.name == "Paola")
    frescos[0].master = nil
    #expect(try await frescos[0].load(\.master) == nil)
    #expect(store.reads == 4)
  }

  @Test("a link that leads nowhere is nil, and no error")
  func dangling() async throws {
    try await Database.current.remove("painters/p1")
    let fresco = try #require(try await Ceiling.find("f1"))
    #expect(try await fresco.load(\.master) == nil)
    #expect(try await [fresco].load(\.master).isEmpty)
  }

  @Test("the many are a query")
  func many() async throws {
    let paola = try #require(try await Painter.find("p1"))
    #expect(try await paola.referrers(by: \Ceiling.$master).fetch().map(\.name) == ["Flood", "Bare"])
    #expect(try await paola.referrers(by: \Ceiling.$master).first(1).count() == 1)
  }

  @Test("a draft has no key; a text that is no key is a typed error")
  func illegal() async throws {
    #expect(throws: TrellisError.self) { try LinkTo(Painter()) }
    for stored in ["a/b", "", 7] as [Tree] {
      try await Database.current.set("frescos/f1/master", stored)
      await expectError(.typeMismatch, at: "frescos/f1/master") { try await Ceiling.find("f1") }
    }
  }

  @Test("in lists, and as a value that may be encoded")
  func coding() async throws {
    try await expectRoundTrip([LinkTo<Painter>("p1"), LinkTo("p2")], storedAs: #"{"0":"p1","1":"p2"}"#)
    #expect(Set([LinkTo<Painter>("p1"), LinkTo("p1")]).count == 1)
  }
}
