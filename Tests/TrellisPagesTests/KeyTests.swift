import Testing
import TrellisPages
import TrellisTree

@Suite struct KeyTests {
  /// Keys on both sides of each border of the encoding.
  @Test(arguments: [1, 7, 8, 15, 16, 17, 23, 24, 25, 31, 40, 300, 767, 768]) func lengths(_ length: Int) throws {
    let texts = ["k", "\u{1F600}", "\u{FFEE}", "é", "0"].map { unit -> String in
      var text = String(repeating: unit, count: length / unit.utf8.count)
      text += String(repeating: "x", count: length - text.utf8.count)
      return text
    }
    let keys = Array(Set(texts.map(key)))
    let arena = Arena()
    arena.publishing { edit in
      for (i, name) in keys.enumerated() { edit.set([name, name], .int(Int64(i))) }
    }
    let snapshot = arena.pin()
    for (i, name) in keys.enumerated() {
      #expect(snapshot[name][name].int == Int64(i) && snapshot[[name, name]].int == Int64(i))
      #expect(!snapshot[key(name.text + "y")].exists && !snapshot[key(String(name.text.dropLast()) + "y")].exists)
    }
    #expect(snapshot.children.map(\.key) == keys.sorted())
    #expect(snapshot.children.map { Array($0.key.text.utf8) } == keys.sorted().map { Array($0.text.utf8) })
    #expect(snapshot.json() == snapshot.tree.json())
    #expect(try TreeSnapshot(jsonBytes: snapshot.jsonBytes()).isEqual(to: snapshot))
    #expect(arena.brokenInvariants() == [])
    arena.publishing { edit in for name in keys { edit.remove([name, name]) } }
    #expect(arena.pin().exists == false)
  }

  @Test func longKeysThatShareAllButTheirEnd() {
    let names = (0..<200).map { key(String(repeating: "a long common beginning ", count: 20) + String($0 + 100_000)) }
    let arena = Arena()
    arena.publishing { edit in for (i, name) in names.enumerated().reversed() { edit.set([name], .int(Int64(i))) } }
    #expect(arena.brokenInvariants() == [])
    #expect(arena.pin().children.map(\.key) == names)
    #expect(arena.pin().rank(of: names[77]) == 77)
    #expect(arena.bytesAfterEmptying() == 0)
  }

  /// A path of many keys, long and short ones mixed, is written and read through boxes that live on the stack only.
  @Test func deepPathsOfLongKeys() {
    let path = (0..<32).map { key(String(repeating: "k", count: $0 % 3 == 0 ? 5 : 20 + 20 * $0) + String($0)) }
    let arena = Arena()
    arena.publishing { $0.set(path, "deep") }
    let snapshot = arena.pin()
    #expect(snapshot[path].string == "deep" && snapshot[path: TreePath(path)].string == "deep" && snapshot.scalar(at: path) == "deep")
    #expect(path.reduce(snapshot) { $0[$1] }.string == "deep")
    var found: [[TreeKey]] = []
    diff(.missing, snapshot) { found.append($0.path) }
    #expect(found == [[]])
    arena.publishing { $0.set(path, "deeper") }
    found = []
    diff(snapshot, arena.pin()) { found.append($0.path) }
    #expect(found == [path])
    #expect(arena.brokenInvariants() == [])
  }

  @Test func keysAreNotNormalised() {
    let arena = Arena()
    arena.publishing {
      $0.set([key("\u{E9}")], 1)
      $0.set([key("e\u{301}")], 2)
    }
    #expect(arena.pin().count == 2 && arena.pin()[key("\u{E9}")].int == 1 && arena.pin()[key("e\u{301}")].int == 2)
  }
}
