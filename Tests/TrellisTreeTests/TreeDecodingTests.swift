import Foundation
import Testing
import TrellisTree

@Suite("Decoding") struct TreeDecodingTests {
  private func mismatch<Value: Decodable>(_ type: Value.Type, _ tree: Tree) throws -> DecodingError.Context {
    let error = try #require(throws: DecodingError.self) { try TreeDecoder().decode(type, from: tree) }
    guard case .typeMismatch(_, let context) = error else { throw error }
    return context
  }

  @Test("O-17: a fraction is no whole number, a typed error that names the place")
  func o17Fraction() throws {
    let context = try mismatch([String: [Int]].self, ["likes": [1, 1.5]])
    #expect(context.codingPath.map(\.stringValue) == ["likes", "1"])
    #expect(context.debugDescription.contains("1.5") && context.debugDescription.contains("/likes/1"))
    #expect(try TreeDecoder().decode(Int.self, from: 2.0) == 2)
    #expect(try TreeDecoder().decode(Double.self, from: 2) == 2)
  }

  @Test("O-17: flags and numbers are kept apart")
  func o17Flags() throws {
    _ = try mismatch(Bool.self, 1)
    _ = try mismatch(Bool.self, 0)
    _ = try mismatch(Bool.self, "true")
    _ = try mismatch(Int.self, true)
    _ = try mismatch(Double.self, false)
    _ = try mismatch(Int.self, "1")
    _ = try mismatch(String.self, 1)
    #expect(try TreeDecoder().decode([Bool].self, from: [true, false]) == [true, false])
  }

  @Test("O-17: a whole number that does not fit is an error, never cut")
  func o17Width() throws {
    _ = try mismatch(Int32.self, 1_506_428_988_000)
    _ = try mismatch(Int8.self, 128)
    _ = try mismatch(UInt8.self, -1)
    _ = try mismatch(UInt64.self, -1)
    _ = try mismatch(Int64.self, .double(0x1p63))
    #expect(try TreeDecoder().decode(UInt64.self, from: .double(0x1p63)) == 1 << 63)
    #expect(try TreeDecoder().decode(Int64.self, from: .double(-0x1p63)) == .min)
    _ = try mismatch(Float.self, 1e300)
    #expect(try TreeDecoder().decode(Float.self, from: 0.5) == 0.5)
  }

  @Test("two stored keys that are one key to a Swift dictionary are an error, not a loss")
  func collidingKeys() throws {
    let forms: Tree = ["map": ["\u{E9}": 1, "e\u{301}": 2]]
    let error = try #require(throws: DecodingError.self) { try TreeDecoder().decode([String: [String: Int]].self, from: forms) }
    guard case .dataCorrupted(let context) = error else { throw error }
    #expect(context.debugDescription.contains("/map") && context.debugDescription.contains("[TreeKey: Value]"), "it names place and cure")
    #expect(try TreeDecoder().decode([String: [TreeKey: Int]].self, from: forms) == ["map": ["\u{E9}": 1, "e\u{301}": 2]])
    #expect(throws: DecodingError.self) { try TreeDecoder().decode([Int: Int].self, from: ["1": 1, "01": 2]) }
    #expect(try TreeDecoder().decode([Int: Int].self, from: ["01": 1, "-2": 2]) == [1: 1, -2: 2])
    #expect(throws: DecodingError.self) { try TreeDecoder().decode([Place: Int].self, from: ["\u{E9}": 1, "e\u{301}": 2]) }
    #expect(try TreeDecoder().decode([Place: Int].self, from: ["a": 1, "b": 2]) == [Place(rawValue: "a"): 1, Place(rawValue: "b"): 2])
  }

  private struct Place: RawRepresentable, Hashable, Codable, CodingKeyRepresentable { var rawValue: String }

  @Test("keys that are no whole numbers are no keys of a dictionary of such")
  func integerKeys() throws {
    #expect(throws: DecodingError.self) { try TreeDecoder().decode([Int: Int].self, from: ["a": 1]) }
    #expect(throws: DecodingError.self) { try TreeDecoder().decode([Int: Int].self, from: 5) }
    #expect(try TreeDecoder().decode([Int: Int].self, from: nil) == [:])
  }

  @Test("a key that escaping never makes is an error in a map with escaped keys")
  func foreignKeys() throws {
    #expect(throws: DecodingError.self) { try TreeDecoder(keys: .escaped).decode([String: Int].self, from: ["50%": 1]) }
    #expect(try TreeDecoder().decode([String: Int].self, from: ["50%": 1]) == ["50%": 1])
  }

  @Test("nothing reads as nil and as empty, and is an error for anything else")
  func nothing() throws {
    #expect(try TreeDecoder().decode([Int].self, from: nil) == [] && TreeDecoder().decode([String: Int].self, from: nil) == [:])
    #expect(try TreeDecoder().decode(Int?.self, from: nil) == nil)
    for tree: Tree in [nil, ["a": 1]] { #expect(throws: DecodingError.self) { try TreeDecoder().decode(Int.self, from: tree) } }
    #expect(throws: DecodingError.self) { try TreeDecoder().decode([String].self, from: "text") }
    #expect(throws: DecodingError.self) { try TreeDecoder().decode([String: Int].self, from: "text") }
  }

  @Test("a list is a branch with indices, a hole in it nothing")
  func lists() throws {
    #expect(try TreeDecoder().decode([Int?].self, from: ["0": 1, "3": 4]) == [1, nil, nil, 4])
    #expect(throws: DecodingError.self) { try TreeDecoder().decode([Int].self, from: ["0": 1, "3": 4]) }
    for keys: [TreeKey] in [["a"], ["0", "a"], ["01"], ["-1"], ["00"]] {
      #expect(throws: DecodingError.self) { try TreeDecoder().decode([Int].self, from: .branch(keys.map { ($0, 1) })) }
    }
    #expect(throws: DecodingError.self) { try TreeDecoder().decode([Int?].self, from: ["9999999": 1]) }
    #expect(try TreeDecoder().decode([Int: Int].self, from: ["9999999": 1]) == [9_999_999: 1])
  }

  @Test("priorities play no part in decoding")
  func priorities() throws {
    let tree = (["a": .int(1).with(priority: "p")] as Tree).with(priority: 2)
    #expect(try TreeDecoder().decode([String: Int].self, from: tree) == ["a": 1])
  }

  @Test("user info reaches the types")
  func userInfo() throws {
    struct Named: Codable, Equatable {
      var name: String
      init(name: String) { self.name = name }
      init(from decoder: any Decoder) throws { name = decoder.userInfo[.greeting] as? String ?? "none" }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode((encoder.userInfo[.greeting] as? String ?? "none") + name)
      }
    }
    var (encoder, decoder) = (TreeEncoder(), TreeDecoder())
    encoder.userInfo[.greeting] = "hello "
    decoder.userInfo[.greeting] = "welcome"
    #expect(try encoder.encode(["a": Named(name: "Ann")]) == ["a": "hello Ann"])
    #expect(try decoder.decode([Named].self, from: ["x"]) == [Named(name: "welcome")])
  }
}

extension CodingUserInfoKey { fileprivate static var greeting: CodingUserInfoKey { CodingUserInfoKey(rawValue: "greeting")! } }
