import Testing
import Trellis
import TrellisTesting

@Suite(
  .inMemoryDatabase([
    "things": [
      "t1": ["number": 1, "text": "a", "flag": true], "t2": ["number": 2, "text": "b", "flag": false],
      "t3": ["number": 3, "text": "B"], "t4": ["text": "\u{e9}", "flag": true], "t5": ["number": 2.5], "t6": ["other": 1],
      "t7": ["number": -4, "text": "a"],
    ]
  ]))
struct WhereTests {
  private final class Thing: Model, Queryable {
    static let collection: TreePath = "things"
    @Field("number") var number: Double?
    @Field("text") var text: String?
    @Field("flag") var flag = false
    @Field("deep/er") var deep: Int?
  }

  private func keys(_ query: ModelQuery<Thing>) async throws -> [TreeKey] { try await query.fetch().map(\.key) }

  @Test("equals")
  func equals() async throws {
    #expect(try await keys(Thing.where(\.$number, equals: 2)) == ["t2"])
    #expect(try await keys(Thing.where(\.$number, equals: 2.5)) == ["t5"])
    #expect(try await keys(Thing.where(\.$text, equals: "a")) == ["t1", "t7"])
    #expect(try await keys(Thing.where(\.$flag, equals: true)) == ["t1", "t4"])
    #expect(try await keys(Thing.where(\.$text, equals: "nothing")) == [])
  }

  @Test("a default does not count as stored")
  func defaults() async throws {
    #expect(try await keys(Thing.where(\.$flag, equals: false)) == ["t2"])
    #expect(try await keys(Thing.where(missing: \.$flag)) == ["t3", "t5", "t6", "t7"])
  }

  @Test("texts are compared by code units")
  func texts() async throws {
    #expect(try await keys(Thing.where(\.$text, equals: "e\u{301}")) == [])
    #expect(try await keys(Thing.where(\.$text, equals: "\u{e9}")) == ["t4"])
    #expect(try await keys(Thing.where(\.$text, in: "A"..."Z")) == ["t3"])
    #expect(try await keys(Thing.where(\.$text, in: "b"...)) == ["t2", "t4"])
  }

  @Test("missing")
  func missing() async throws {
    #expect(try await keys(Thing.where(missing: \.$number)) == ["t4", "t6"])
    #expect(try await keys(Thing.where(missing: \.$deep)) == ["t1", "t2", "t3", "t4", "t5", "t6", "t7"])
  }

  @Test("a closed range includes both ends")
  func closed() async throws {
    #expect(try await keys(Thing.where(\.$number, in: 1...2.5)) == ["t1", "t2", "t5"])
    #expect(try await keys(Thing.where(\.$number, in: 2...2)) == ["t2"])
  }

  @Test("a half-open range leaves out its upper end")
  func halfOpen() async throws {
    #expect(try await keys(Thing.where(\.$number, in: 1..<2.5)) == ["t1", "t2"])
    #expect(try await keys(Thing.where(\.$number, in: 2..<2)) == [])
  }

  @Test("from a value on")
  func from() async throws {
    #expect(try await keys(Thing.where(\.$number, in: 2...)) == ["t2", "t5", "t3"])
  }

  @Test("up to a value, where members without the field come first")
  func through() async throws {
    #expect(try await keys(Thing.where(\.$number, in: ...2)) == ["t4", "t6", "t7", "t1", "t2"])
  }

  @Test("below a value, where members without the field come first")
  func upTo() async throws {
    #expect(try await keys(Thing.where(\.$number, in: ..<2)) == ["t4", "t6", "t7", "t1"])
  }

  @Test("a fixed ceiling without those that lack the field is a closed range")
  func withoutMissing() async throws {
    #expect(try await keys(Thing.where(\.$number, in: -.greatestFiniteMagnitude...2)) == ["t7", "t1", "t2"])
  }

  @Test("a limit counts within the range")
  func limits() async throws {
    #expect(try await keys(Thing.where(\.$number, in: 1...3).first(2)) == ["t1", "t2"])
    #expect(try await keys(Thing.where(\.$number, in: 1...3).last(2)) == ["t5", "t3"])
    #expect(try await Thing.where(\.$number, in: 1...3).fetchFirst()?.key == "t1")
    #expect(try await Thing.where(\.$text, equals: "nothing").fetchFirst() == nil)
    #expect(try await Thing.where(\.$number, in: 1...3).count() == 4)
  }

  @Test("fields of nested models and deep fields")
  func nested() async throws {
    try await Database.current.set("murals", Sample.tree["murals"])
    #expect(try await Mural.where(\.$address.$city, equals: "Tustin").fetch().map(\.key) == ["m2"])
    #expect(try await Mural.where(\.$address.$city, in: "A"..."P").fetch().map(\.key) == ["m1"])
    #expect(try await Mural.ordered(by: \.$address.$city).fetch().map(\.key) == ["m3", "m1", "m2"])
    #expect(try await Mural.where(missing: \.$address.$city).fetch().map(\.key) == ["m3"])
    try await Database.current.set("things/t6/deep", ["er": 5])
    #expect(try await keys(Thing.where(\.$deep, equals: 5)) == ["t6"])
  }

  @Test("O-03: mixed types by the database's order")
  func mixed() async throws {
    final class Mixed: Model, Queryable {
      static let collection: TreePath = "mix"
      @Field("v") var value: Tree
    }
    try await Database.current.set(
      "mix",
      [
        "p1": ["v": "10"], "p2": ["v": 10], "p3": ["v": true], "p4": ["x": 1], "p5": ["v": false],
        "p6": ["v": ["z": 1]], "p7": ["v": -2.5], "p8": ["v": "Z"], "p9": ["v": "a"], "p10": ["x": 2],
      ])
    func keys(_ query: ModelQuery<Mixed>) async throws -> [TreeKey] { try await query.fetch().map(\.key) }
    #expect(try await keys(Mixed.ordered(by: \.$value)) == ["p10", "p4", "p5", "p3", "p7", "p2", "p1", "p8", "p9", "p6"])
    #expect(try await keys(Mixed.where(\.$value, equals: 10)) == ["p2"])
    #expect(try await keys(Mixed.where(\.$value, equals: "10")) == ["p1"])
    #expect(try await keys(Mixed.where(\.$value, equals: nil)) == ["p10", "p4"])
  }
}
