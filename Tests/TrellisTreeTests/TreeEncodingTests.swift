import Foundation
import Testing
import TrellisTree

private struct Mural: Codable, Equatable {
  var title: String
  var tags: [String] = []
  var meta: [String: Int] = [:]
  var body: String?
}

@Suite("Encoding and decoding") struct TreeEncodingTests {
  private func there<Value: Codable & Equatable>(_ value: Value, _ expected: Tree, keys: KeyStrategy = .plain) throws {
    let tree = try TreeEncoder(keys: keys).encode(value)
    #expect(isIdentical(tree, expected), "\(tree)")
    #expect(try TreeDecoder(keys: keys).decode(Value.self, from: tree) == value)
  }

  @Test("O-06: empty lists, empty maps and nil are nothing, and come back")
  func o06EmptyAndNil() throws {
    try there(Mural(title: "t"), ["title": "t"])
    #expect(try TreeEncoder().encode(Mural(title: "t")).json() == #"{"title":"t"}"#)
    try there(Mural(title: "t", tags: ["a"]), ["title": "t", "tags": ["a"]])
    try there(Mural(title: "", tags: [""], meta: ["a": 0], body: ""), ["title": "", "tags": [""], "meta": ["a": 0], "body": ""])
  }

  @Test("O-06: a missing field is a typed error that names it")
  func o06MissingField() throws {
    let tree: Tree = ["murals": ["m1": ["tags": ["a"]]]]
    let error = try #require(throws: DecodingError.self) { try TreeDecoder().decode([String: [String: Mural]].self, from: tree) }
    guard case .valueNotFound(let type, let context) = error else { throw error }
    let isString = type == String.self
    #expect(isString)
    #expect(context.codingPath.map(\.stringValue) == ["murals", "m1", "title"])
    #expect(context.debugDescription.contains("/murals/m1/title"))
  }

  @Test("O-17: whole numbers of every width, their limits included")
  func o17Integers() throws {
    try there([Int64.min, .max, 1_506_428_988_000], [.int(.min), .int(.max), 1_506_428_988_000])
    try there([Int.min, .max], [.int(.min), .int(.max)])
    try there([Int8.min, .max], [-128, 127])
    try there([Int16.min], [-32768])
    try there([Int32.min, .max], [-2_147_483_648, 2_147_483_647])
    try there([UInt8.max], [255])
    try there([UInt16.max], [65535])
    try there([UInt32.max], [4_294_967_295])
    try there([UInt64(Int64.max)], [.int(.max)])
    try there([UInt(7)], [7])
  }

  @Test("O-17: an integer beyond 64 bits with sign is an error that names the place")
  func o17Overflow() throws {
    for value in [["a": UInt64(Int64.max) + 1], ["a": .max]] {
      let error = try #require(throws: EncodingError.self) { try TreeEncoder().encode(value) }
      guard case .invalidValue(_, let context) = error else { throw error }
      #expect(context.codingPath.map(\.stringValue) == ["a"])
    }
    #expect(throws: EncodingError.self) { try TreeEncoder().encode(UInt.max) }
  }

  @Test("O-17: doubles stay doubles bit for bit, whole ones and -0 too; NaN and infinities are errors")
  func o17Doubles() throws {
    try there([0.30000000000000004, 1, -0.0, 1e21], [.double(0.30000000000000004), .double(1), .double(-0.0), .double(1e21)])
    try there(
      [Double.leastNonzeroMagnitude, .greatestFiniteMagnitude], [.double(.leastNonzeroMagnitude), .double(.greatestFiniteMagnitude)])
    try there([Float(0.1), .greatestFiniteMagnitude], [.double(Double(Float(0.1))), .double(Double(Float.greatestFiniteMagnitude))])
    for value in [Double.nan, .infinity, -.infinity] {
      #expect(throws: EncodingError.self) { try TreeEncoder().encode(value) }
      #expect(throws: EncodingError.self) { try TreeEncoder().encode(["a": [value]]) }
      #expect(throws: EncodingError.self) { try TreeEncoder().encode(Float(value)) }
    }
  }

  @Test("dates are whole milliseconds since 1970, exactly")
  func dates() throws {
    for milliseconds: Int64 in [0, 1, 999, 1_506_428_988_123, -1, -62_135_596_800_000, 253_402_300_799_999] {
      let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
      #expect(isIdentical(try TreeEncoder().encode(date), .int(milliseconds)))
      #expect(try TreeDecoder().decode(Date.self, from: .int(milliseconds)) == date)
      try there([date], [.int(milliseconds)])
    }
    var random = SystemRandomNumberGenerator()
    for _ in 0..<1_000 {
      let milliseconds = Int64.random(in: -4_000_000_000_000...4_000_000_000_000, using: &random)
      #expect(try TreeEncoder().encode(TreeDecoder().decode(Date.self, from: .int(milliseconds))).int == milliseconds)
    }
    #expect(try TreeEncoder().encode(Date(timeIntervalSince1970: 1.000_6)).int == 1001, "rounded")
    #expect(throws: EncodingError.self) { try TreeEncoder().encode(Date(timeIntervalSince1970: 1e300)) }
    #expect(throws: EncodingError.self) { try TreeEncoder().encode(Date(timeIntervalSince1970: .nan)) }
  }

  @Test("data is Base64 text, a URL its absolute text")
  func dataAndURLs() throws {
    try there([Data([0, 255, 16])], ["AP8Q"])
    try there(["d": Data()], ["d": ""])
    let url = try #require(URL(string: "https://example.com/a%20b?x=1#y"))
    try there([url], ["https://example.com/a%20b?x=1#y"])
    #expect(throws: DecodingError.self) { try TreeDecoder().decode(Data.self, from: "not Base64") }
    #expect(throws: DecodingError.self) { try TreeDecoder().decode(Data.self, from: 5) }
    #expect(throws: DecodingError.self) { try TreeDecoder().decode(URL.self, from: "") }
  }

  @Test("optional dates, data and URLs, filled and not")
  func optionals() throws {
    struct Visit: Codable, Equatable {
      var at: Date?
      var photo: Data?
      var link: URL?
      var count: Int??
    }
    try there(Visit(), nil)
    let visit = Visit(at: Date(timeIntervalSince1970: 1.5), photo: Data([1]), link: URL(string: "a:b"), count: 3)
    try there(visit, ["at": 1500, "photo": "AQ==", "link": "a:b", "count": 3])
    try there([visit, nil, visit] as [Visit?], .list([try TreeEncoder().encode(visit), nil, try TreeEncoder().encode(visit)]))
  }

  @Test("arrays with gaps, nested arrays")
  func arrays() throws {
    try there([1, nil, 3] as [Int?], ["0": 1, "2": 3])
    try there([nil, nil, nil, nil, 5] as [Int?], ["4": 5])
    try there([[1], [2, 3]], [[1], [2, 3]])
    #expect(try TreeDecoder().decode([Int?].self, from: TreeEncoder().encode([1, nil] as [Int?])) == [1], "nothing is at the end")
    #expect(try TreeDecoder().decode([[Int]].self, from: ["1": [7]]) == [[], [7]], "an empty list inside is nothing too")
  }

  @Test("dictionaries keyed by text, by whole numbers and by keys")
  func dictionaries() throws {
    try there(["a": 1, "b c": 2], ["a": 1, "b c": 2])
    try there([1: "a", -2: "b", 300: "c"], ["1": "a", "-2": "b", "300": "c"])
    try there(["\u{E9}" as TreeKey: 1, "e\u{301}": 2, "007": 3], ["\u{E9}": 1, "e\u{301}": 2, "007": 3])
    try there(["a": nil, "b": 1] as [String: Int?], ["b": 1]) { $0 == ["b": 1] }
  }

  /// The same where what comes back is not equal, because nothing is stored of nothing.
  private func there<Value: Codable>(_ value: Value, _ expected: Tree, _ isFine: (Value) -> Bool) throws {
    let tree = try TreeEncoder().encode(value)
    #expect(isIdentical(tree, expected), "\(tree)")
    #expect(isFine(try TreeDecoder().decode(Value.self, from: tree)))
  }

  @Test("O-19: with escaped keys any text is a key, and comes back")
  func o19EscapedKeys() throws {
    let map = ["ann.lee@mail.example": 1, "a.b": 2, "a%2Eb": 3, "a/b": 4, "%": 5, "x#y$[z]": 6, "": 7]
    let tree = try TreeEncoder(keys: .escaped).encode(map)
    #expect(tree.count == 7)
    for key in tree.children.keys { #expect(try TreeKey(key.text) == key) }
    #expect(try TreeDecoder(keys: .escaped).decode([String: Int].self, from: tree) == map)
    try there(["a%2Eb" as TreeKey: 1, "b": 2], ["a%252Eb": 1, "b": 2], keys: .escaped)
    let error = try #require(throws: EncodingError.self) { try TreeEncoder().encode(["list": map]) }
    guard case .invalidValue(_, let context) = error else { throw error }
    #expect(context.codingPath.map(\.stringValue) == ["list"] && context.debugDescription.contains("is not a legal key"))
  }
}
