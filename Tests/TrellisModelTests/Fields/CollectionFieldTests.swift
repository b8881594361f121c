import Foundation
import TestSupport
import Testing
import Trellis
import TrellisTesting

@Suite(.inMemoryDatabase())
struct CollectionFieldTests {
  @Test("arrays are branches with the keys 0, 1, 2")
  func arrays() async throws {
    try await expectRoundTrip(["blue", "tall"], storedAs: #"{"0":"blue","1":"tall"}"#)
    try await expectRoundTrip([[1, 2], [3]], storedAs: #"{"0":{"0":1,"1":2},"1":{"0":3}}"#)
    try await expectRoundTrip([true, false], storedAs: #"{"0":true,"1":false}"#)
    try await expectRoundTrip([Date(timeIntervalSince1970: 2)], storedAs: #"{"0":2000}"#)
    try await expectRoundTrip(Array(0..<40), storedAs: "{" + (0..<40).map { "\"\($0)\":\($0)" }.joined(separator: ",") + "}")
  }

  @Test("what is no list, or has an element of another type, is no array")
  func notArrays() async throws {
    try await expectUnreadable([String].self, "blue", ["a": "blue"], ["blue", 1], ["0": "a", "2": "c"])
    try await expectUnreadable([Int].self, [1, 2.5], [1, true], [1, "2"])
    try await expectUnreadable([Bool].self, [1, 0])
  }

  @Test("dictionaries are branches")
  func dictionaries() async throws {
    try await expectRoundTrip(["de": "Wand", "en": "wall"], storedAs: #"{"de":"Wand","en":"wall"}"#)
    try await expectRoundTrip(["a": ["x": 1.5]], storedAs: #"{"a":{"x":1.5}}"#)
    try await expectReads(["x", "y"], as: ["0": "x", "1": "y"])
    try await expectUnreadable([String: Int].self, 7, ["a": 1.5], ["a": 1, "b": "2"])
  }

  @Test("dictionaries may have whole numbers for keys")
  func integerKeys() async throws {
    try await expectRoundTrip([1907: "Mary", -5: "Ana", 0: "Joe"], storedAs: #"{"-5":"Ana","0":"Joe","1907":"Mary"}"#)
    try await expectReads(["a", "b"], as: [0: "a", 1: "b"])
    try await expectUnreadable([Int: String].self, ["x": "a"])
  }

  @Test("dictionaries may have keys of the tree for keys")
  func treeKeys() async throws {
    let keys: [TreeKey: Int] = ["-KbJXK4aoXc6NZ6VwD7W": 1, "\u{e9}": 2, "e\u{301}": 3]
    try await expectRoundTrip(keys, storedAs: "{\"-KbJXK4aoXc6NZ6VwD7W\":1,\"e\u{301}\":3,\"\u{e9}\":2}")
  }

  @Test("two stored keys that are one key to a Swift dictionary are an error, not a loss")
  func canonicallyEqualKeys() async throws {
    try await expectUnreadable([String: Int].self, ["\u{e9}": 2, "e\u{301}": 3])
  }

  @Test("O-19.3: any text is a key of a map with escaped keys, and comes back")
  func escapedKeys() async throws {
    final class Team: Model, Queryable, Insertable {
      static let collection: TreePath = "teams"
      @Field("members", keys: .escaped) var members: [String: Int] = [:]
    }
    let keys = ["ann.lee@mail.example", "a.b", "a%2Eb", "a/b", "%", "x#y$[z]", "plain", ""]
    let members = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) })

    let team = try await Team.insert { $0.members = members }
    #expect(team.members == members)
    let found = try #require(try await Team.find(team.key))
    #expect(found.members == members)

    let stored = try await Database.current.get(team.snapshot.path.appending("members")).children.map(\.key)
    #expect(Set(stored).count == keys.count)
    for key in stored { #expect(throws: Never.self) { try TreeKey(key.text) } }
  }

  @Test("a stored key that escaping never makes is a typed error")
  func unescapedKeys() async throws {
    final class Team: Model, Queryable {
      static let collection: TreePath = "teams"
      @Field("members", keys: .escaped) var members: [String: Int] = [:]
    }
    try await Database.current.set("teams/t1/members", ["50%": 1])
    await expectError(.typeMismatch, at: "teams/t1/members") { try await Team.find("t1") }
  }

  @Test(
    "O-19: an illegal key of a plain map is an error when it is saved",
    arguments: ["a.b", "a$", "#", "[", "]", "a/b", "", "\u{7}", "\u{7f}"])
  func illegalKeys(key: String) async throws {
    try await expectUnstorable([key: 1, "good": 2])
    try await expectUnstorable(["outer": [key: 1]])
  }
}
