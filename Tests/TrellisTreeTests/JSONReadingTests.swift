import Testing
import TrellisTree
import VectorSupport

@Suite("Reading JSON") struct JSONReadingTests {
  @Test(
    "escapes",
    arguments: [
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u00E9\u4e2d""#, "Aéé中"), (#""\ud83d\ude00""#, "\u{1F600}"),
      (#""\uDBFF\uDFFF""#, "\u{10FFFF}"), (#""\u0000""#, "\u{0}"), (#""e\u0301""#, "e\u{301}"), (#""\ufeff""#, "\u{FEFF}"), (#""""#, ""),
      ("\"\u{7F}\u{80}\u{2028}\"", "\u{7F}\u{80}\u{2028}"), (#""a\u0062c\u0064e""#, "abcde"),
    ] as [(Quoted, Quoted)])
  func escapes(json: Quoted, expected: Quoted) throws {
    let string = try #require(try Tree(json: json.text).string)
    #expect(string.utf8.elementsEqual(expected.text.utf8))
  }

  @Test(
    "half of a surrogate pair is refused",
    arguments: [
      #""\ud83d""#, #""\ude00""#, #""\ud83dx""#, #""\ud83d\n""#, #""\ud83d\u0041""#, #""\ud83d\ud83d""#, #""\ude00\ud83d""#,
      #"{"\ud83d":1}"#,
    ])
  func loneSurrogates(text: String) throws {
    let error = try #require(throws: JSONError.self) { try Tree(json: text) }
    #expect(error.reason == .invalidText && error.message.contains("surrogate"))
  }

  @Test(
    "bytes that are no UTF-8 are refused",
    arguments: [
      [0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22],
      [0x22, 0x80, 0x22], [0x22, 0x5C, 0x6E, 0xFF, 0x22], [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D],
    ] as [[UInt8]])
  func invalidUTF8(bytes: [UInt8]) throws {
    let error = try #require(throws: JSONError.self) { try Tree(jsonBytes: bytes) }
    #expect(error.reason == .invalidText)
  }

  @Test(
    "what is no JSON is refused",
    arguments: [
      "", " ", "{", "[", "}", "]", "{]", "[}", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,",
      "{\"a\":1,}", "{,}",
      "{a:1}", "{'a':1}", "{\"a\" 1}", "{\"a\":1 \"b\":2}", "{1:2}", "{null:1}", "\"", "\"a", "\"\\", "\"\\u00", "\"\\u00g0\"", "\"\\x41\"",
      "'a'", "tru", "True", "nul", "nulll", "undefined", "\"\n\"", "\"\t\"", "\"\u{0}\"", "//", "/* */1", "1 // one", "\u{A0}1", "[1]]",
      "{}{}", "1,",
      "null null", "\u{2028}1",
    ] as [Quoted])
  func noJSON(quoted: Quoted) throws {
    let error = try #require(throws: JSONError.self) { try Tree(json: quoted.text) }
    #expect(error.reason == .syntax)
    #expect(!error.message.isEmpty && error.line >= 1 && error.column >= 1)
  }

  @Test("white space may stand between all pieces")
  func whiteSpace() throws {
    #expect(try Tree(json: " \t\r\n{ \"a\" :\n[ 1 , 2 ]\t,\r\"b\" : { } } \n") == ["a": [1, 2]])
  }

  @Test("a byte-order mark at the very start is passed over, elsewhere refused")
  func byteOrderMark() throws {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    #expect(try Tree(jsonBytes: mark + Array("[1]".utf8)) == [1])
    #expect(throws: JSONError.self) { try Tree(jsonBytes: mark) }
    #expect(throws: JSONError.self) { try Tree(jsonBytes: mark + mark + Array("1".utf8)) }
    #expect(throws: JSONError.self) { try Tree(jsonBytes: Array(" ".utf8) + mark + Array("1".utf8)) }
  }

  @Test("depth is limited by a setting, and costs no stack")
  func depth() throws {
    func nested(_ depth: Int, _ open: String, _ close: String) -> String {
      String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
    }
    for (open, close) in [("[", "]"), ("{\"k\":", "}")] {
      _ = try Tree(json: nested(512, open, close))
      let error = try #require(throws: JSONError.self) { try Tree(json: nested(513, open, close)) }
      #expect(error.reason == .tooDeep && error.message.contains("512"))
      #expect(throws: JSONError.self) { try Tree(json: nested(1_000_000, open, close)) }
    }
    var options = JSONOptions()
    options.maximumDepth = 1
    #expect(try Tree(json: "[1]", options: options) == [1])
    #expect(throws: JSONError.self) { try Tree(json: "[[1]]", options: options) }
  }

  @Test("of two members with one key the last wins, or the text is refused, as the options say")
  func duplicateKeys() throws {
    let text = #"{"a":1,"b":2,"a":3}"#
    #expect(try Tree(json: text) == ["a": 3, "b": 2])
    #expect(try Tree(json: #"{"a":{"x":1},"a":null}"#).isNull)
    var options = JSONOptions()
    options.duplicateKeys = .refuse
    let error = try #require(throws: JSONError.self) { try Tree(json: text, options: options) }
    #expect(error.reason == .duplicateKey && error.message.contains("\"a\"") && error.path == "/a")
    #expect(throws: JSONError.self) { try Tree(json: #"{"\u0061":1,"a":1}"#, options: options) }
    #expect(try Tree(json: #"{"\u00e9":1,"e\u0301":1,"x":{"\u00e9":1}}"#, options: options).count == 3, "two forms are two keys")
  }

  @Test(
    "an error says line, column and path",
    arguments: [
      ("{\n  \"a\": tru\n}", 2, 8, "/a"), ("[1,\n 2,\n\n x]", 4, 2, "/2"), ("{\"a\":{\"b\":[1,{\"c\":01}]}}", 1, 19, "/a/b/1/c"),
      ("", 1, 1, "/"),
      ("{\"a\":1,\n\"b\" 2}", 2, 5, "/b"), ("{\"a\":1,\n 2}", 2, 2, "/"), ("[[],[],[", 1, 9, "/2/0"), ("[1] x", 1, 5, "/"),
    ] as [(Quoted, Int, Int, String)])
  func places(json: Quoted, line: Int, column: Int, path: String) throws {
    let error = try #require(throws: JSONError.self) { try Tree(json: json.text) }
    #expect(error.line == line && error.column == column && error.path == path, "\(error)")
    #expect(error.description.hasPrefix("line \(line), column \(column), at \(path): "))
  }
}
