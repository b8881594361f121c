import Testing
import TrellisTree
import VectorSupport

@Suite("Trees") struct TreeTests {
  @Test("literals of every kind")
  func literals() {
    let tree: Tree = [
      "text": "s", "flag": true, "int": 3, "double": 2.5, "list": ["a", nil, "c"], "gone": nil, "empty": [], "deep": ["a": ["b": 1]],
    ]
    #expect(tree.children.keys == ["deep", "double", "flag", "int", "list", "text"])
    #expect(tree["text"].string == "s" && tree["flag"].bool == true && tree["int"].int == 3 && tree["double"].double == 2.5)
    #expect(tree["list"].children.keys == ["0", "2"])
    #expect(tree[path: "deep/a/b"] == 1)
    #expect((nil as Tree).isNull && ([:] as Tree).isNull && ([] as Tree).isNull && ([nil, nil] as Tree).isNull)
    #expect((["a": ["b": [:]]] as Tree).isNull, "branches without children are nothing, at every level")
  }

  @Test("what is missing reads as nothing")
  func missing() {
    let tree: Tree = ["a": 1]
    #expect(tree["b"].isNull && tree["a"]["b"].isNull && tree[path: "x/y/z"].isNull)
    #expect(tree.children["b"] == nil && tree.children["a"] == 1)
    #expect(tree.scalar == nil && tree.string == nil && tree["a"].children.isEmpty && tree["a"].count == 0)
    #expect(Tree.null.scalar == nil && Tree.null.priority == nil && Tree.null.count == 0)
  }

  @Test("a number reads as whole and as fraction, a flag as neither")
  func kindsOfNumbers() {
    #expect(Tree.double(3).int == 3 && Tree.int(3).double == 3 && Tree.double(2.5).int == nil)
    #expect(Tree.double(0x1p63).int == nil && Tree.double(-0x1p63).int == .min && Tree.double(.nan).int == nil)
    #expect(Tree.bool(true).int == nil && Tree.bool(true).double == nil && Tree.int(1).bool == nil && Tree.string("1").int == nil)
  }

  @Test("of two children with one key the later one stays, nothing included")
  func duplicateChildren() {
    #expect(Tree.branch([("a", 1), ("b", 2), ("a", 3)]) == ["a": 3, "b": 2])
    #expect(Tree.branch([("a", 1), ("a", nil)]).isNull)
    #expect(Tree.branch([("b", 1), ("a", nil), ("a", 2)]) == ["a": 2, "b": 1])
  }

  @Test("a list is a branch with the keys 0, 1, …")
  func lists() {
    #expect(Tree.list(["a", "b"]) == ["0": "a", "1": "b"])
    #expect(Tree.list((0..<12).map { .int($0) }).children.keys.last == "11")
  }

  @Test("priorities belong to what is not nothing")
  func priorities() {
    #expect(Tree.int(1).with(priority: 2).priority == 2)
    #expect(Tree.int(1).with(priority: 2).with(priority: nil).priority == nil)
    #expect(Tree.null.with(priority: 2).priority == nil && Tree.null.with(priority: 2) == .null)
    #expect((["a": 1] as Tree).with(priority: "p")["a"].priority == nil)
    #expect(Tree.int(1).with(priority: .timestamp).priority == nil, "nobody knows it yet")
  }

  @Test("children are found by binary search, by position and by rank")
  func searching() {
    var random = SeededRandom.announced("Children")
    for _ in 0..<100 {
      let keys = Set((0..<random.below(40)).map { _ in random.key() })
      let children = Tree.branch(keys.map { ($0, 1) }).children
      #expect(children.keys == keys.sorted(), "seed \(random.seed)")
      for key in keys { #expect(children[key] == 1 && children[children.lowerBound(key)].key == key) }
      let other = random.key()
      #expect(children.lowerBound(other) == keys.filter { $0 < other }.count, "seed \(random.seed)")
    }
  }

  @Test("cursors walk from a bound in both directions")
  func cursors() {
    let tree: Tree = ["1": 1, "3": 3, "a": 5, "c": 7]
    func walk(_ bound: TreeBound, _ direction: TreeDirection) -> [TreeKey] {
      var keys: [TreeKey] = []
      var cursor = tree.cursor(from: bound, direction)
      while cursor.next() { keys.append(cursor.key) }
      return keys
    }
    #expect(walk(.unbounded, .forward) == ["1", "3", "a", "c"] && walk(.unbounded, .backward) == ["c", "a", "3", "1"])
    #expect(walk(.at("3"), .forward) == ["3", "a", "c"] && walk(.past("3"), .forward) == ["a", "c"])
    #expect(walk(.at("3"), .backward) == ["3", "1"] && walk(.past("3"), .backward) == ["1"])
    #expect(walk(.at("2"), .forward) == ["3", "a", "c"] && walk(.past("2"), .backward) == ["1"] && walk(.at("2"), .backward) == ["1"])
    #expect(walk(.at("0"), .backward) == [] && walk(.past("c"), .forward) == [] && walk(.at("d"), .backward).count == 4)
  }

  @Test("finite means every number in it, priorities too")
  func finite() {
    #expect((["a": [1, 2.5]] as Tree).isFinite)
    #expect(!(["a": [1, .double(.nan)]] as Tree).isFinite && !Tree.int(1).with(priority: .double(.infinity)).isFinite)
  }
}
