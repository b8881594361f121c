import Testing
import TrellisTree
import VectorSupport

/// Data model §2.5.
@Suite("Updates of several places") struct TreeUpdateTests {
  private func refusal(_ members: [(String, Tree)], at path: TreePath = "x") throws -> TreeWrite.Invalid {
    try #require(throws: TreeWrite.Invalid.self) { _ = try TreeWrite.update(path, members: members) }
  }

  @Test("places are split like paths", arguments: ["a/b", "/a/b", "a//b", "a/b/", "//a//b//"])
  func splitting(text: String) throws {
    #expect(try TreeWrite.update("x", members: [(text, 1 as Tree)]).changes == [TreeWrite.Change("x/a/b", 1)])
  }

  @Test("the empty text and a slash are the place itself", arguments: ["", "/", "//"])
  func itself(text: String) throws {
    #expect(try TreeWrite.update("x", members: [(text, 1 as Tree)]).changes == [TreeWrite.Change("x", 1)])
  }

  @Test(
    "O-07: a place that is another or lies below it is refused, and the message names both",
    arguments: [
      ["a", "a/b"], ["a/b", "a/b/c"], ["a", "/a"], ["", "a"], ["a", "a/.priority"], ["a/1", "a/10", "a/1/x"], ["2", "10/a", "2/b"],
      ["a/b/c/d", "b", "a"], ["a/.priority", "a//.priority"], [".priority", "/"], ["é", "é/a"],
    ])
  func o07Overlaps(texts: [String]) throws {
    for order in [texts, texts.reversed()] {
      let error = try refusal(order.map { ($0, 1) })
      #expect(error.reason == .overlappingUpdatePaths)
      #expect(error.message.contains("name one of them") && error.message.contains("/x"))
    }
  }

  @Test(
    "siblings that begin alike are no overlap",
    arguments: [
      ["a/b", "a/bc"], ["a/b", "a/c"], ["a", "aa", "a-"], ["1", "10", "01"], ["a/.priority", "a/b"], ["é", "e\u{301}"],
      ["a/b/c", "a/b/d", "a/c"],
    ])
  func siblings(texts: [String]) throws { #expect(try TreeWrite.update("x", members: texts.map { ($0, 1) }).changes.count == texts.count) }

  @Test("random places: refused exactly when one contains another")
  func randomOverlaps() throws {
    var random = SeededRandom.announced("Overlaps")
    let keys: [TreeKey] = ["a", "b", "1", "10", "-"]
    for _ in 0..<3_000 {
      let paths = Set((0..<(2 + random.below(4))).map { _ in TreePath((0..<random.below(4)).map { _ in random.pick(keys) }) })
      let overlaps = paths.contains { a in paths.contains { b in a != b && a.contains(b) } }
      let write = try? TreeWrite.update("x", Dictionary(uniqueKeysWithValues: paths.map { ($0, 1) }))
      #expect((write == nil) == overlaps, "\(paths), seed \(random.seed)")
    }
  }

  @Test(
    "illegal keys are refused, and the message names the key",
    arguments: [".value", ".sv", "a.b", "a#", "$a", "[a", "a]", "a/.priority/b", ".info/x", "a\u{0}"] as [Quoted])
  func illegalKeys(quoted: Quoted) throws {
    let error = try refusal([("good", 1), (quoted.text, 2)])
    #expect(error.reason == .invalidKey && error.path == "x" && error.message.contains("is not a legal key"))
  }

  @Test("`.priority` in last place is the priority alone")
  func priority() throws {
    let write = try TreeWrite.update("x", members: [("a/.priority", 1), (".priority", nil), ("b", nil)])
    #expect(
      Set(write.changes) == [
        TreeWrite.Change("x/a", 1, target: .priority), TreeWrite.Change("x", nil, target: .priority), TreeWrite.Change("x/b", nil),
      ])
  }

  @Test("members of a tree")
  func treeMembers() throws {
    #expect(try TreeWrite.update("x", tree: ["b": ["c": 1], "a": 2]).changes == [.init("x/a", 2), .init("x/b", ["c": 1])])
    #expect(try TreeWrite.update("x", tree: .null).changes.isEmpty && TreeWrite.update("x", [:]).changes.isEmpty)
    for tree: Tree in ["text", 1, true, .timestamp] {
      let error = try #require(throws: TreeWrite.Invalid.self) { _ = try TreeWrite.update("x", tree: tree) }
      #expect(error.reason == .updateNotAnObject && error.path == "x" && error.message.contains("use set"))
    }
  }

  @Test("a priority of the tree itself is a change too")
  func treePriority() throws {
    let tree = try Tree(json: #"{"a":1,".priority":2}"#)
    #expect(Set(try TreeWrite.update("x", tree: tree).changes) == [.init("x/a", 1), .init("x", 2, target: .priority)])
  }

  @Test("priorities come last, so that a node which the same update makes has one")
  func prioritiesLast() throws {
    let write = try TreeWrite.update("x", members: [("a/.priority", 1), ("a/b", 2), (".priority", 3)])
    #expect(write.changes.map(\.target) == [.node, .priority, .priority])
    let made = write.changes.reduce(into: Tree.null) { $0.apply($1) }
    #expect(made["x"] == (["a": (["b": 2] as Tree).with(priority: 1)] as Tree).with(priority: 3))
  }

  @Test("several places anywhere, in the order of the tree")
  func changes() throws {
    let write = try TreeWrite.update([.init("b", 1), .init("a/10", 2), .init("a/9", 3)])
    #expect(write.changes.map(\.path) == ["a/9", "a/10", "b"])
    #expect(write.condition == nil)
  }
}
