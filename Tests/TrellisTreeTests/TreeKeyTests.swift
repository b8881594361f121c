import Testing
import TrellisTree
import VectorSupport

@Suite("Keys") struct TreeKeyTests {
  @Test("O-01: keys that look like numbers come first, by value, then all others by code units")
  func o01Order() {
    let sorted: [TreeKey] = ["-5", "0", "7", "007", "9", "10", "2147483647", "-Nabc", "2147483648", "B", "a"]
    #expect(sorted.shuffled().sorted() == sorted)
    let scores: Tree = [
      "10": 1, "9": 1, "-5": 1, "0": 1, "007": 1, "7": 1, "2147483648": 1, "2147483647": 1, "a": 1, "B": 1, "-Nabc": 1,
    ]
    #expect(scores.children.keys == sorted)
  }

  @Test("O-04: keys that differ only in Unicode form are two keys, and order is by UTF-16 code units")
  func o04UnicodeForms() throws {
    let json = #"{"\u00e9":1,"e\u0301":2,"z":3,"\ud83d\ude00":4,"\ue000":5,"Z":6}"#
    var tree = try Tree(json: json)
    #expect(tree.count == 6)
    #expect(tree.children.keys == ["Z", "e\u{301}", "z", "\u{E9}", "\u{1F600}", "\u{E000}"])
    #expect(tree["\u{E9}"].int == 1 && tree["e\u{301}"].int == 2)
    tree[path: "\u{E9}"] = .null
    #expect(tree.count == 5 && tree["e\u{301}"].int == 2)
  }

  @Test("equality and hash go by code units, in sets and dictionaries too")
  func equality() {
    let composed: TreeKey = "\u{E9}"
    let decomposed: TreeKey = "e\u{301}"
    #expect(composed.text == decomposed.text, "what Swift's String says of them")
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed, "\u{E9}"]).count == 2)
    #expect([composed: 1, decomposed: 2][decomposed] == 2)
  }

  @Test("names are the keys that any text is made", arguments: 1..<30)
  func words(length: Int) throws {
    for text in ["name", "isActive", "z_1-2 3", "A~", "a.b", "a/b", "a#", "x\u{7F}", "a\u{1F}", "7a", "-a", "é", "aé"] {
      let utf8 = Array(String(repeating: text, count: length).utf8.prefix(length))
      let isName =
        length <= 23 && text.first?.isASCII == true && text.first?.isLetter == true
        && !utf8.contains { ".#/\u{7F}\u{1F}é".utf8.contains($0) }
      let plain = TreeKey.plain(utf8)
      #expect(plain == (isName ? TreeKey.encode(utf8) : nil), "\(text)")
    }
    #expect(TreeKey.plain([]) == nil)
  }

  @Test("a key gives back its text byte for byte", arguments: 0..<40)
  func textReturns(length: Int) throws {
    for character in ["a", "0", "-", "é", "中", "\u{E000}", "\u{FFEE}", "\u{1F600}", "\u{10FFFF}"] {
      let text = String(repeating: character, count: length) + (length % 2 == 0 ? "x" : "7")
      let key = try TreeKey(text)
      #expect(key.text.utf8.elementsEqual(text.utf8))
      #expect(key.byteCount == text.utf8.count)
      #expect(try TreeKey(key.text) == key)
    }
  }

  @Test(
    "integer-like keys give back every spelling",
    arguments: [
      "0", "-0", "00", "000", "-00", "1", "01", "-1", "-01", "00000000001", "-0000000001", "2147483647", "-2147483648", "02147483647",
    ])
  func integerSpellings(text: String) throws {
    let key = try TreeKey(text)
    #expect(key.isIntegerLike)
    #expect(key.integerValue == Int(text))
    #expect(key.text == text)
    #expect(key.listIndex == (text == String(key.integerValue ?? -1) && !text.hasPrefix("-") ? key.integerValue : nil))
  }

  @Test(
    "near misses of integers are text",
    arguments: [
      "2147483648", "-2147483649", "000000000001", "-00000000001", "99999999999", "-", "+1", "1 ", " 1", "1a", "0x1", "1e3", "--1", "1-",
      "\u{FF11}", "\u{661}",
    ])
  func noIntegers(text: String) throws {
    let key = try TreeKey(text)
    #expect(!key.isIntegerLike && key.listIndex == nil)
    #expect(key > "2147483647")
  }

  @Test("keys of list places are the canonical ones", arguments: [0, 1, 9, 10, 99, 12_345, 2_147_483_647, 2_147_483_648, 9_999_999_999])
  func listPlaces(index: Int) throws {
    #expect(TreeKey(listIndex: index) == (try TreeKey(String(index))))
    #expect(TreeKey(listIndex: index).text == String(index))
  }

  @Test("the sentinels are outside the key space")
  func sentinels() throws {
    for text in ["-2147483648", "0", " ", "\u{10FFFF}", "\u{FFFF}", String(repeating: "\u{FFFF}", count: 256)] {
      let key = try TreeKey(text)
      #expect(.minimum < key && key < .maximum)
    }
    #expect(throws: TreePath.Invalid.self) { try key("[MIN_NAME]") }
    #expect(TreeKey.minimum.text == "[MIN_NAME]" && TreeKey.maximum.text == "[MAX_NAME]")
  }

  @Test("long keys differ by their last byte, and a prefix comes first", arguments: [7, 8, 15, 16, 22, 23, 24, 25, 39, 40, 300, 767])
  func longKeys(length: Int) throws {
    let stem = String(repeating: "k", count: length)
    let keys = try [stem, stem + "a", stem + "b"].map { try TreeKey($0) }
    #expect(keys[0] < keys[1] && keys[1] < keys[2] && keys[0] < keys[2])
    #expect(!(keys[1] < keys[0]) && Set(keys).count == 3)
  }

  @Test("coding keeps the text; decoding checks it")
  func coding() throws {
    let keys: [TreeKey] = ["a", "007", "\u{E9}", "e\u{301}"]
    #expect(try TreeDecoder().decode([TreeKey].self, from: TreeEncoder().encode(keys)) == keys)
    #expect(throws: DecodingError.self) { try TreeDecoder().decode(TreeKey.self, from: "a.b") }
  }
}
