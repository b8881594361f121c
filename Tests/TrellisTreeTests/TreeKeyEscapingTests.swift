import Testing
import TrellisTree
import VectorSupport

@Suite("Escaped keys") struct TreeKeyEscapingTests {
  @Test(
    "O-19: illegal keys are refused, and the error names the key",
    arguments: [".", "$", "#", "[", "]", "/"] + (Array(0..<32) + [127]).map { Quoted(String(Unicode.Scalar($0 as UInt8))) })
  func o19IllegalKeys(quoted: Quoted) throws {
    let character = quoted.text
    for text in [character, "a" + character + "b", character + "b", "a" + character] {
      let error = try #require(throws: TreePath.Invalid.self) { try TreeKey(text) }
      #expect(error.reason == .key && error.text == text)
      #expect(error.description.hasPrefix("\"\(text)\" is not a legal key"))
      #expect(error.message.contains("TreeKey(encoding:)"), "the message names the cure")
    }
  }

  @Test("O-19: the empty key and keys beyond 768 bytes are refused")
  func o19Lengths() throws {
    #expect(throws: TreePath.Invalid.self) { try key("") }
    #expect(try TreeKey(String(repeating: "é", count: 384)).byteCount == 768)
    let error = try #require(throws: TreePath.Invalid.self) { try TreeKey(String(repeating: "é", count: 385)) }
    #expect(error.message.contains("770") && error.message.contains("768"))
    #expect(error.description.utf8.count < 400, "the message does not repeat the whole key")
  }

  @Test("O-19: characters from U+0080 on, space, backslash, quote, colon and percent are legal")
  func o19LegalCharacters() throws {
    for text in ["\u{80}", " ", "\\", "\"", ":", "%", "a%2Eb", "\u{1F600}", "*", "'"] { #expect(try TreeKey(text).text == text) }
  }

  @Test(
    "O-19: escapes lead back to the text",
    arguments: [
      "ann.lee@mail.example", "a.b", "a%2Eb", "a/b", "%", "x#y$[z]", "", "%%", "%2", "%2E", "%25", "\u{0}", "\n", "\u{7F}", "é", "e\u{301}",
      "1", "-0", "\u{1F600}.", "plain",
    ] as [Quoted])
  func o19Reversible(quoted: Quoted) throws {
    let text = quoted.text
    let key = try TreeKey(encoding: text)
    let decoded = try #require(key.decodedText)
    #expect(decoded.utf8.elementsEqual(text.utf8))
    #expect(try TreeKey(key.text) == key, "the stored key is legal")
  }

  @Test("O-19: no two texts share a stored key")
  func o19NoCollisions() throws {
    // Every text of up to four pieces, pieces chosen to look like escapes.
    let pieces = ["%", "2", "E", "e", ".", "/", "5"]
    var texts = [""]
    for text in texts + pieces { texts.append(text) }
    var level = [""]
    for _ in 0..<4 {
      level = level.flatMap { text in pieces.map { text + $0 } }
      texts += level
    }
    texts += ["é", "e\u{301}"]
    var seen: [TreeKey: String] = [:]
    for text in texts {
      let key = try TreeKey(encoding: text)
      let other = seen.updateValue(text, forKey: key)
      #expect(other == nil || CodeUnits.equal(other ?? "", text), "\(key) stands for \(other ?? "") and \(text)")
    }
  }

  @Test("random texts are reversible")
  func random() throws {
    var random = SeededRandom.announced("Escaped keys")
    for _ in 0..<3_000 {
      let text = random.string() + (random.chance(percent: 50) ? random.keyText() : "")
      let key = try TreeKey(encoding: text)
      let decoded = key.decodedText
      #expect(decoded.map { CodeUnits.equal($0, text) } == true, "\(text.debugDescription); seed \(random.seed)")
    }
  }

  @Test("texts without special characters stay as they are")
  func ordinary() throws {
    for text in ["a", "-KaQYfs3kbt4XgDY0ftb", "007", "é b", "😀"] { #expect(try TreeKey(encoding: text).text == text) }
    #expect(try TreeKey(encoding: "ann.lee@mail.example").text == "ann%2Elee@mail%2Eexample")
  }

  @Test("keys that encoding never makes have no decoded text", arguments: ["a%", "%2", "%2e", "%41", "%GG", "%C3%A9", "%E9", "%FF", "%%"])
  func foreign(text: String) throws { #expect(try TreeKey(text).decodedText == nil) }

  @Test("a text whose escape is too long is refused")
  func tooLong() throws {
    #expect(try TreeKey(encoding: String(repeating: ".", count: 256)).byteCount == 768)
    #expect(throws: TreePath.Invalid.self) { try TreeKey(encoding: String(repeating: ".", count: 257)) }
  }
}
