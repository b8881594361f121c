import Foundation
import Testing
import TrellisPages
import TrellisTree

/// JSON that comes and goes in pieces, beside the same JSON in one.
@Suite struct JSONPieceTests {
  private static let texts =
    JSONSamples.all + [
      "\u{FEFF}[1]", "\u{FEFF}", "", " ", "12", "-", "1e", "1.", "1.5e+", "-0.25E-2 ", "tru", "nul", "truu", "[01]", "\"\\u12\"",
      "\"\\ud83d\\ude00\"",
      "\"\\ud83d\"", "\"\\ud83d\\u0041\"", "\"\\q\"", "\"\u{1}\"", "\"é中\u{1F600}\"", "{\n \"a\" : [ 1 ,\n {\"b\\n\" : tru } ] }",
      "{\n\n\"a\":{\"b\":[[],[1,\n\n x]]}}",
      "{\"a\":1,\n\"b\" 2}", "{\"a\":1,}", "[1,]", "[1]  x", #"{"outer":{"inner":{"again":1},"inner":{"a.b":2}}}"#,
    ]

  @Test(arguments: texts) func readInPieces(_ text: String) {
    var options = JSONOptions()
    options.duplicateKeys = .refuse
    options.maximumDepth = 20
    let bytes = Array(text.utf8)
    let whole = read([bytes], options)
    for length in 1...max(bytes.count, 1) {
      let pieces = stride(from: 0, to: bytes.count, by: length).map { Array(bytes[$0..<min($0 + length, bytes.count)]) }
      #expect(read(pieces, options) == whole, "pieces of \(length)")
    }
  }

  /// What becomes of a text: the tree it gives, or the error it is refused with.
  private func read(_ pieces: [[UInt8]], _ options: JSONOptions) -> String {
    let arena = Arena()
    var rest = pieces[...]
    do {
      var edit = arena.begin()
      try edit.set(["x"], jsonPieces: { rest.popFirst() }, options: options)
      _ = edit.publish()
      return arena.pin()["x"].json(.export)
    } catch {
      #expect(arena.statistics.liveBytes == 0)
      return (error as? JSONError)?.description ?? "\(error)"
    }
  }

  @Test(
    arguments: [
      [0x22, 0xC3, 0x22], [0x22, 0xE4, 0xB8, 0x22], [0x22, 0xF0, 0x9F, 0x98], [0x22, 0xED, 0xA0, 0x80, 0x22], [0xEF, 0xBB],
      [0xEF, 0xBB, 0xBF],
      [0x22, 0x5C, 0x6E, 0xFF, 0x22], [0x22, 0xC3, 0xA9, 0x5C, 0x6E, 0xA9, 0x22],
    ] as [[UInt8]])
  func invalidBytesInPieces(_ bytes: [UInt8]) {
    let whole = read([bytes], JSONOptions())
    #expect(whole.hasPrefix("line 1, column"))
    #expect(read(bytes.map { [$0] }, JSONOptions()) == whole)
  }

  @Test func errorsOfTheSourcePassThrough() {
    struct Broken: Error {}
    let arena = arena(["kept": 1])
    var pieces = ["[\"a long string in a box\",", "{\"a long key, long enough for a box\":"][...]
    #expect(throws: Broken.self) {
      var edit = arena.begin()
      try edit.set([], jsonPieces: { if let piece = pieces.popFirst() { Array(piece.utf8) } else { throw Broken() } })
    }
    #expect(arena.pin().tree == ["kept": 1] && arena.brokenInvariants() == [])
    #expect(arena.bytesAfterEmptying() == 0)
  }

  @Test(arguments: 0..<20) func randomTreesInRandomPieces(_ number: Int) throws {
    let seed = Random.freshSeed
    print("JSON pieces: seed \(seed)")
    var random = Random(seed: seed)
    let tree = random.tree()
    let bytes = Array(tree.json(.export).utf8)
    var start = 0
    let arena = Arena()
    var edit = arena.begin()
    try edit.set(
      [],
      jsonPieces: {
        guard start < bytes.count else { return nil }
        let end = min(start + 1 + random.below(40), bytes.count)
        defer { start = end }
        return Array(bytes[start..<end])
      })
    _ = edit.publish()
    #expect(arena.pin().tree == tree)
  }

  // MARK: Writing

  @Test(arguments: [JSONForm.plain, .export]) func writtenInPieces(_ form: JSONForm) throws {
    let list = Tree.branch((0..<20_000).map { (TreeKey(listIndex: $0), .string("element \($0)")) })
    let records = Tree.branch((0..<5000).map { (TreeKey(stringLiteral: "key\($0)"), ["name": "a long name", "age": 7]) })
    let snapshot = TreeSnapshot(["list": list, "records": records, "text": .string(String(repeating: "é\n", count: 100_000))])
    var pieces: [[UInt8]] = []
    try snapshot.writeJSON(form) { pieces.append(Array($0)) }
    #expect(pieces.count > 5 && pieces.dropLast().allSatisfy { $0.count >= 1 << 16 })
    #expect(pieces.joined().elementsEqual(snapshot.json(form).utf8))
  }

  @Test func aRefusedPieceEndsTheWriting() {
    struct Full: Error {}
    let snapshot = TreeSnapshot(.branch((0..<50_000).map { (TreeKey(listIndex: $0), .string("element")) }))
    var calls = 0
    #expect(throws: Full.self) {
      try snapshot.writeJSON { _ in
        calls += 1
        if calls == 2 { throw Full() }
      }
    }
    #expect(calls == 2)
  }
}
