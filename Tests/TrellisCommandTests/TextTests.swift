import TestSupport
import Testing
import TrellisTree
import VectorSupport

@testable import TrellisCommand

/// Texts that come in pieces, cut wherever that happens to be.
@Suite(.hangGuard, .waiting) struct TextTests {
  private func pieces(_ text: String, _ random: inout SeededRandom) -> [[UInt8]] {
    var rest = Array(text.utf8)[...]
    var pieces: [[UInt8]] = []
    while !rest.isEmpty {
      let count = min(1 + random.below(7), rest.count)
      pieces.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return pieces
  }

  @Test("laid out JSON says the same, and is the same however it is cut", arguments: 0..<20)
  func layout(_ run: Int) throws {
    var random = SeededRandom.announced("layout \(run)")
    let odd: Tree = ["q\"{,": "x\\\"[{:,}]\"y"]
    let tree: Tree = ["a": random.tree(levels: 3), "e": odd, "n": [1, 2.5, true]]
    let text = tree.json(.plain)
    var whole = JSONLayout(Style(isColoured: false))
    var laidOut: [UInt8] = []
    whole.lay(text.utf8, onto: &laidOut)
    var cut: [UInt8] = []
    var layout = JSONLayout(Style(isColoured: false))
    for piece in pieces(text, &random) { layout.lay(piece, onto: &cut) }
    #expect(cut == laidOut, "seed \(random.seed)")
    let reread = try Tree(json: String(decoding: laidOut, as: UTF8.self))
    #expect(reread.json(.plain) == text, "seed \(random.seed)")
  }

  @Test("empty containers stay on their line")
  func emptyContainers() {
    var layout = JSONLayout(Style(isColoured: false))
    var out: [UInt8] = []
    layout.lay(#"{"a":{},"b":[[],1]}"#.utf8, onto: &out)
    #expect(String(decoding: out, as: UTF8.self) == "{\n  \"a\": {},\n  \"b\": [\n    [],\n    1\n  ]\n}")
  }

  @Test("lines become one object, however they are cut, with every place where it was", arguments: 0..<20)
  func lines(_ run: Int) throws {
    var random = SeededRandom.announced("lines \(run)")
    var children: [(TreeKey, Tree)] = []
    // One at least: a text without a line is refused.
    for i in 0...random.below(40) { children.append((TreeKey(i), ["n": random.tree(levels: 2), "there": true])) }
    let tree = Tree.branch(children)
    let text = tree.children.map {
      "{ \"key\":\($0.key.json), \"value\" :\($0.value.json(.export)) }" + random.pick(["\n", "\r\n", "\n\n"])
    }.joined()
    var lines = LineImport(.keyed)
    var made: [UInt8] = []
    for piece in pieces(text, &random) { made += try lines.take(piece) }
    made += try lines.finish()
    #expect(try Tree(json: String(decoding: made, as: UTF8.self)).json(.export) == tree.json(.export), "seed \(random.seed)")
    // Every value begins in the line and the column where it was.
    let (before, after) = (Array(text.utf8).split(separator: 10), made.split(separator: 10))
    for (line, same) in zip(before.filter { $0.count > 1 }, after) {
      let place = line.firstIndex(of: UInt8(ascii: ":")).flatMap { line[($0 + 1)...].firstIndex(of: UInt8(ascii: ":")) }.map {
        $0 + 1 - line.startIndex
      }
      if let place, line.count > place { #expect(line[line.startIndex + place] == same[same.startIndex + place], "seed \(random.seed)") }
    }
  }

  @Test(
    "objects are taken apart, and what is none is seen",
    arguments: [
      ("{}", 0), (" { \"a\" : 1 } ", 1), (#"{"a\"}":"{,}","b":[{"c":1},2]}"#, 2), ("[1]", nil), ("{\"a\":1", nil), ("{\"a\"}", nil),
      ("{\"a\":}", nil),
      ("{\"a\":1,}", nil), ("{\"a\":1}x", nil), ("", nil), ("{\"a", nil), (#"{"a\"#, nil),
    ] as [(String, Int?)])
  func objects(_ text: String, _ count: Int?) {
    let bytes = Array(text.utf8)
    #expect(JSONObject(bytes[...])?.members.count == count)
  }

  @Test("what was meant is found for slips, and for nothing else")
  func suggestions() {
    let words = ["get", "set", "query", "watch"]
    #expect(Suggestion.nearest(to: "gte", among: words) == "get")
    #expect(Suggestion.nearest(to: "qeury", among: words) == "query")
    #expect(Suggestion.nearest(to: "watc", among: words) == "watch")
    #expect(Suggestion.nearest(to: "frobnicate", among: words) == nil)
  }

  @Test(
    "sizes are short",
    arguments: [(0, "0 B"), (999, "999 B"), (1000, "1.0 KB"), (9_940, "9.9 KB"), (128_000_000, "128 MB"), (5_000_000_000_000, "5.0 TB")])
  func sizes(_ bytes: Int, _ text: String) { #expect(Size.text(bytes) == text) }

  @Test("counts have their thousands apart")
  func counts() { #expect([0, 999, 1000, 1_234_567].map { Size.count($0) } == ["0", "999", "1,000", "1,234,567"]) }
}

extension TreeKey {
  fileprivate var json: String { Tree.string(text).json() }
}
