import Testing
import TrellisTree
import VectorSupport

/// Data model §3.1 written down word for word, on texts: what the words of `TreeKey` are checked against.
private enum KeyOrderBySpec {
  /// "Optional `-`, then digits only, whole length at most 11 characters, and the numeric value lies in the 32 bits."
  static func integer(_ text: String) -> Int? {
    let units = Array(text.utf16)
    guard units.count <= 11 else { return nil }
    let digits = units.first == 0x2D ? units.dropFirst() : units[...]
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let magnitude = digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    let value = units.first == 0x2D ? -magnitude : magnitude
    return (-2_147_483_648...2_147_483_647).contains(value) ? value : nil
  }

  static func order(_ a: String, _ b: String) -> Int {
    switch (integer(a), integer(b)) {
    case (let x?, let y?) where x != y: return x < y ? -1 : 1
    case (_?, _?) where a.utf16.count != b.utf16.count: return a.utf16.count < b.utf16.count ? -1 : 1
    case (_?, nil): return -1
    case (nil, _?): return 1
    default: break
    }
    // "Then all other keys, by UTF-16 code units"; the tie of `-0` and `00` goes the same way.
    if a.utf16.elementsEqual(b.utf16) { return 0 }
    return a.utf16.lexicographicallyPrecedes(b.utf16) ? -1 : 1
  }
}

@Suite("Order of keys") struct TreeKeyOrderTests {
  @Test("O-01: random keys sort as the written rule says")
  func o01RandomKeys() {
    var random = SeededRandom.announced("Order of keys")
    for _ in 0..<20_000 {
      let (a, b) = (random.keyText(), random.keyText())
      let (x, y) = (TreeKey(unchecked: a), TreeKey(unchecked: b))
      let expected = KeyOrderBySpec.order(a, b)
      if sign(x, y) != expected || (expected == 0 && x.hashValue != y.hashValue) {
        Issue.record("\(a.debugDescription) and \(b.debugDescription): \(sign(x, y)), not \(expected); seed \(random.seed)")
      }
    }
  }

  @Test("relatives of one random key sort as the written rule says")
  func relatives() {
    var random = SeededRandom.announced("Relatives of keys")
    for _ in 0..<600 {
      let text = random.keyText()
      let relatives = [
        text, text + "0", "0" + text, "-" + text, text + text, text + "\u{10000}", text + "\u{FFFF}", String(text.dropLast()),
      ]
      let keys = relatives.filter { !$0.isEmpty }
      for a in keys {
        for b in keys where sign(TreeKey(unchecked: a), TreeKey(unchecked: b)) != KeyOrderBySpec.order(a, b) {
          Issue.record("\(a.debugDescription) and \(b.debugDescription); seed \(random.seed)")
        }
      }
    }
  }

  @Test("the order is total: zeros of every spelling have places of their own")
  func zeros() {
    let spellings = ["-0", "00", "0", "-00", "000", "-000", "0000"]
    for a in spellings {
      for b in spellings where a != b {
        let (x, y) = (TreeKey(unchecked: a), TreeKey(unchecked: b))
        #expect(x != y && (x < y) != (y < x))
      }
    }
    // Equal values by length, shorter first; the tie by code units, where `-` comes before digits.
    #expect(spellings.map { TreeKey(unchecked: $0) }.sorted() == ["0", "-0", "00", "-00", "000", "-000", "0000"])
  }

  @Test("strings sort by UTF-16 code units without normalisation")
  func strings() {
    #expect(CodeUnits.order("\u{1F600}", "\u{FFEE}") < 0, "by scalars, and by UTF-8 bytes, it is the other way round")
    #expect(CodeUnits.order("\u{1F600}", "\u{E000}") < 0)
    #expect(CodeUnits.order("\u{1F600}", "\u{D7FF}") > 0)
    #expect(CodeUnits.order("e\u{301}", "\u{E9}") < 0 && !CodeUnits.equal("e\u{301}", "\u{E9}"))
    #expect(CodeUnits.order("", "\u{0}") < 0 && CodeUnits.order("a", "a") == 0 && CodeUnits.order("a", "ab") < 0)
    var random = SeededRandom.announced("Order of strings")
    for _ in 0..<5_000 {
      let (a, b) = (random.string(), random.string())
      let expected = a.utf16.elementsEqual(b.utf16) ? 0 : (a.utf16.lexicographicallyPrecedes(b.utf16) ? -1 : 1)
      if CodeUnits.order(a, b).signum() != expected || CodeUnits.equal(a, b) != (expected == 0) {
        Issue.record("\(a.debugDescription) and \(b.debugDescription); seed \(random.seed)")
      }
    }
  }
}
