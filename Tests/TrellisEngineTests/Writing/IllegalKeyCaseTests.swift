import TestSupport
import Testing
import TrellisDatabase
import TrellisEngine
import TrellisTree

/// O-19: illegal keys. Text becomes a key, a path or a tree before the engine sees it, and is refused there.
@Suite struct IllegalKeyCaseTests {
  static let illegal: [UInt8] = Array(".$#[]/".utf8) + (0..<32) + [0x7F]

  @Test("O-19.1: no key holds an illegal character, and none is empty", arguments: illegal)
  func characters(_ byte: UInt8) {
    let character = Character(Unicode.Scalar(byte))
    for text in ["a\(character)b", "\(character)", "\(character)a", "a\(character)"] {
      let error = #expect(throws: TreePath.Invalid.self) { try TreeKey(text) }
      #expect(error?.text == text, "the error names the key")
      #expect(error?.message.isEmpty == false)
      if character == "/" { continue }
      #expect(throws: TreePath.Invalid.self) { try TreePath("fine/\(text)/fine") }
      #expect(throws: TreeWrite.Invalid.self) { try TreeWrite.update("k", texts: [("good", 1), (text, 1)]) }
    }
  }

  @Test("O-19.1: an empty key is refused")
  func empty() {
    let text = ""
    #expect(throws: TreePath.Invalid.self) { try TreeKey(text) }
    let error = #expect(throws: JSONError.self) { try Tree(json: #"{"k": {"": 1}}"#) }
    #expect(error?.reason == .invalidKey)
  }

  @Test("O-19.1: a document with one bad key among good ones is refused, naming it; nothing is written", arguments: illegal)
  func documents(_ byte: UInt8) async throws {
    let hex = String(byte, radix: 16)
    let bad = "a\\u\(String(repeating: "0", count: 4 - hex.count) + hex)b"
    let document = #"{"good": 1, "k": {"\#(bad)": 1, "better": 2}}"#
    let error = #expect(throws: JSONError.self) { try Tree(json: document) }
    #expect(error?.reason == .invalidKey)
    await expectError(.invalid, saying: ["line 1", "/k/", "is not a legal key"]) { try Database.inMemory(json: .init(document.utf8)) }
  }

  @Test("O-19.1: an update with a good and a bad key writes neither")
  func update() async throws {
    let database = try Database.inMemory(["k": ["old": 1]])
    try await expectUnchanged(database) {
      for (bad, piece) in [
        ("a.b", "a.b"), ("x/$y", "$y"), ("a[0]", "a[0]"), (".value", ".value"), (".sv", ".sv"), ("a/.priority/b", ".priority"),
        ("a/.info", ".info"),
      ] {
        let error = #expect(throws: TreeWrite.Invalid.self, "\(bad)") {
          try TreeWrite.update("k", texts: [("good", 1), (bad, 1)])
        }
        #expect(error?.reason == .invalidKey)
        #expect(error?.message.contains(piece) == true, "\(error?.message ?? "-") does not name \(piece)")
      }
    }
  }

  @Test("legal but unusual keys are written and read back")
  func unusual() async throws {
    let keys = [" ", "\\", "\"", ":", "%", "é", "e\u{301}", "\u{80}", "a b", "?&=", "😀", "-", "null", "~!@^*(){}|;,<>'`+"]
    let database = Database.inMemory()
    for (i, text) in keys.enumerated() { try await database.set(TreePath(["k", TreeKey(text)]), .int(Int64(i))) }
    #expect(try await database.get("k").count == keys.count)
    for (i, text) in keys.enumerated() { #expect(try await database.get(TreePath(["k", TreeKey(text)])).int == Int64(i)) }
  }

  @Test("O-19.4: empty pieces of a path mean nothing")
  func emptyPieces() async throws {
    let database = try Database.inMemory(["a": ["b": 5]])
    #expect(try await database.get("/a//b").int == 5)
    #expect(try await database.get("//a/b//").int == 5)
    try await database.set("a///c/", 6)
    #expect(try await database.json() == #"{"a":{"b":5,"c":6}}"#)
  }
}
