import Foundation
import TestSupport
import Testing
import Trellis
import TrellisTesting

/// Ranges by every type that is stored as a scalar, and prefixes.
@Suite(.inMemoryDatabase())
struct TypedRangeTests {
  private enum Style: String, FieldValue, CaseIterable { case graffiti, fresco, mosaic, relief }
  private enum Size: Int, FieldValue, Comparable {
    case small = 3, middle = 2, large = 1
    static func < (a: Size, b: Size) -> Bool { a.rawValue > b.rawValue }
  }

  private final class Work: Model, Queryable, Insertable {
    static let collection: TreePath = "works"
    @Field("at") var at: Date?
    @Field("style") var style: Style?
    @Field("size") var size: Size?
    @Field("bytes") var bytes: UInt8?
    @Field("owner") var owner: TreeKey?
    @Field("flag") var flag: Bool?
    @Field("name") var name: String?
    @Child("place") var place: Place
  }

  private final class Place: Model { @Field("since") var since: Date? }

  private func keys(_ query: ModelQuery<Work>) async throws -> [String] { try await query.fetch().map(\.key.text) }

  @Test("dates, also of nested models")
  func dates() async throws {
    let day: (Double) -> Date = { Date(timeIntervalSince1970: $0 * 86_400) }
    for (key, days) in [("w1", 10.0), ("w2", 20), ("w3", -5)] {
      try await Work.insert(as: TreeKey(key)) {
        $0.at = day(days)
        $0.place.since = day(-days)
      }
    }
    #expect(try await keys(Work.where(\.$at, in: day(0)...day(10))) == ["w1"])
    #expect(try await keys(Work.where(\.$at, in: day(-5)..<day(20))) == ["w3", "w1"])
    #expect(try await keys(Work.where(\.$at, in: day(10)...)) == ["w1", "w2"])
    #expect(try await keys(Work.where(\.$place.$since, in: day(-20)...day(0))) == ["w2", "w1"])
    #expect(try await keys(Work.ordered(by: \.$at).reversed().first(1)) == ["w2"])
  }

  @Test("enums, in the order of what is stored")
  func enums() async throws {
    for style in Style.allCases { try await Work.insert(as: TreeKey(style.rawValue)) { $0.style = style } }
    #expect(try await keys(Work.where(\.$style, from: .fresco, through: .mosaic)) == ["fresco", "graffiti", "mosaic"])
    #expect(try await keys(Work.where(\.$style, from: .fresco, upTo: .mosaic)) == ["fresco", "graffiti"])
    #expect(try await keys(Work.where(\.$style, equals: .relief)) == ["relief"])
  }

  @Test("a range that is one in Swift, but not as it is stored, is an error and not an empty list")
  func ownOrder() async throws {
    for (key, size) in [("s", Size.small), ("m", .middle), ("l", .large)] { try await Work.insert(as: TreeKey(key)) { $0.size = size } }
    await expectError(.invalid, at: "works", saying: ["3", "1"]) { try await Work.where(\.$size, in: .small ... .large).fetch() }
    await expectError(.invalid) { try await Work.where(\.$style, from: .relief, upTo: .fresco).fetch() }
    #expect(try await keys(Work.where(\.$size, from: .large, through: .middle)) == ["l", "m"])
  }

  @Test("small integers, keys, flags")
  func others() async throws {
    try await Database.current.set(
      "works", ["a": ["bytes": 7, "owner": "bob", "flag": false], "b": ["bytes": 200, "owner": "eve", "flag": true]])
    #expect(try await keys(Work.where(\.$bytes, in: 0...7)) == ["a"])
    #expect(try await keys(Work.where(\.$owner, in: "c"...)) == ["b"])
    #expect(try await keys(Work.where(\.$flag, from: false, through: true)) == ["a", "b"])
    #expect(try await keys(Work.where(\.$flag, equals: true)) == ["b"])
  }

  @Test("prefixes, by code units")
  func prefixes() async throws {
    let names = [
      "Sma", "Smi", "Smith", "Smiz", "Smj", "smith", "S", "\u{D7FF}x", "\u{10000}", "\u{E000}", "\u{10FFFF}z", "\u{FFFF}a", "é", "e\u{301}",
    ]
    for (i, name) in names.enumerated() { try await Work.insert(as: TreeKey("n\(i + 10)")) { $0.name = name } }
    try await Database.current.set("works/other", ["flag": true])
    func found(_ prefix: String) async throws -> [String] { try await Work.where(\.$name, prefix: prefix).fetch().compactMap(\.name) }
    #expect(try await found("Smi") == ["Smi", "Smith", "Smiz"])
    #expect(try await found("Smith") == ["Smith"])
    #expect(try await found("T") == [])
    #expect(try await found("\u{D7FF}") == ["\u{D7FF}x"])
    #expect(try await found("\u{10FFFF}") == ["\u{10FFFF}z"])
    #expect(try await found("\u{FFFF}") == ["\u{FFFF}a"])
    #expect(try await found("e").map { Array($0.unicodeScalars).count } == [2])
    #expect(try await found("é").count == 1)
    #expect(try await found("").count == names.count)
  }
}
