import Testing
import TrellisTree
import VectorSupport

/// Data model §1.6, §1.7, §3.2.
@Suite("Scalars") struct ScalarTests {
  @Test("O-03: false, true, numbers, strings; strings by code units")
  func o03Order() {
    let sorted: [Tree.Scalar] = [
      false, true, .double(-.greatestFiniteMagnitude), .int(.min), -2.5, -1, .double(-.leastNonzeroMagnitude), 0,
      .double(.leastNonzeroMagnitude), 0.5, 1, 10, .int(.max), .double(0x1p63), "", "\u{0}", " ", "-1", "10", "9", "Z", "a", "e\u{301}",
      "z",
      "\u{E9}", "\u{1F600}", "\u{E000}", "\u{FFFF}",
    ]
    for (i, a) in sorted.enumerated() {
      for (j, b) in sorted.enumerated() { #expect(a.order(b).signum() == (i - j).signum(), "\(a) and \(b)") }
    }
  }

  @Test("O-03: children in the order of a value below them, ties by key")
  func o03Mixed() {
    let mix: Tree = [
      "p1": ["v": "10"], "p2": ["v": 10], "p3": ["v": true], "p4": ["x": 1], "p5": ["v": false], "p6": ["v": ["z": 1]], "p7": ["v": -2.5],
      "p8": ["v": "Z"], "p9": ["v": "a"], "p10": ["x": 2],
    ]
    let sorted = mix.children.sorted {
      let order = valueOrder($0.value["v"], $1.value["v"])
      return order != 0 ? order < 0 : $0.key < $1.key
    }
    #expect(sorted.map(\.key) == ["p10", "p4", "p5", "p3", "p7", "p2", "p1", "p8", "p9", "p6"])
  }

  @Test("1 equals 1.0, and -0 equals 0, but how they are stored differs")
  func numericEquality() {
    #expect(Tree.Scalar.int(1) == .double(1) && Tree.int(1) == .double(1))
    #expect(Tree.Scalar.double(-0.0) == .double(0) && Tree.Scalar.double(-0.0) == .int(0))
    #expect(!Tree.Scalar.int(1).isIdentical(to: .double(1)) && !Tree.Scalar.double(-0.0).isIdentical(to: .double(0)))
    #expect(Tree.Scalar.bool(true) != .int(1) && Tree.Scalar.bool(false) != .int(0) && Tree.Scalar.string("1") != .int(1))
    #expect((["a": 1, "b": [2]] as Tree) == ["a": 1.0, "b": [2.0]])
    #expect(Tree.int(1).with(priority: 2) == Tree.double(1).with(priority: 2.0) && Tree.int(1).with(priority: 2) != Tree.int(1))
  }

  @Test("an integer and a double compare exactly around 2^53 and 2^63")
  func exactComparison() {
    let two53: Int64 = 1 << 53
    #expect(Tree.Scalar.int(two53) == .double(0x1p53) && Tree.Scalar.int(two53 + 1) != .double(0x1p53))
    #expect(Tree.Scalar.int(two53 + 1) > .double(0x1p53) && Tree.Scalar.int(two53 + 1) < .double(0x1p53 + 2))
    #expect(Tree.Scalar.int(-two53 - 1) < .double(-0x1p53) && Tree.Scalar.int(-two53 - 1) > .double(-0x1p53 - 2))
    #expect(Tree.Scalar.int(.max) < .double(0x1p63) && Tree.Scalar.int(.max) > .double(0x1p63.nextDown))
    #expect(Tree.Scalar.int(.min) == .double(-0x1p63) && Tree.Scalar.int(.min) > .double((-0x1p63).nextDown))
    #expect(
      Tree.Scalar.int(.min + 1) > .double(-0x1p63) && Tree.Scalar.int(0) < .double(.infinity) && Tree.Scalar.int(0) > .double(-.infinity))
    #expect(Tree.Scalar.int(2) < .double(2.5) && Tree.Scalar.int(3) > .double(2.5) && Tree.Scalar.int(-2) > .double(-2.5))
  }

  @Test("numbers that are equal hash alike, and order is transitive")
  func hashAndOrder() {
    var random = SeededRandom.announced("Scalars")
    var scalars: [Tree.Scalar] = [.int(.max), .int(.min), .double(0x1p63), .double(-0x1p63), .double(-0.0), .double(0), .int(0)]
    for power in [52, 53, 54, 62] {
      for delta in -2...2 {
        let integer = Int64(1) << Int64(power) + Int64(delta)
        scalars += [.int(integer), .int(-integer), .double(Double(integer)), .double(-Double(integer))]
      }
    }
    scalars += (0..<60).map { _ in random.scalar() }
    for a in scalars {
      for b in scalars {
        #expect(a.order(b).signum() == -b.order(a).signum(), "\(a) and \(b)")
        if a == b { #expect(a.hashValue == b.hashValue && Tree(a).hashValue == Tree(b).hashValue, "\(a) and \(b)") }
      }
    }
    let sorted = scalars.sorted()
    for (i, a) in sorted.enumerated() {
      for b in sorted[i...] { #expect(a <= b, "\(a) and \(b), seed \(random.seed)") }
    }
  }

  @Test("strings that differ only in Unicode form are different values")
  func unicodeForms() {
    #expect(Tree.Scalar.string("\u{E9}") != .string("e\u{301}") && Tree.string("\u{E9}") != .string("e\u{301}"))
    #expect(Set<Tree.Scalar>([.string("\u{E9}"), .string("e\u{301}")]).count == 2)
  }

  @Test("NaN and infinities, which nobody can store, still compare")
  func nonFinite() {
    let nan = Tree.Scalar.double(.nan)
    #expect(nan == nan && nan.hashValue == nan.hashValue)
    for other: Tree.Scalar in [.int(0), .int(.max), 1.5, .double(.infinity)] {
      #expect(nan != other && other != nan && (nan < other) != (other < nan))
    }
    #expect(nan < "" && nan > true && !nan.isFinite && !Tree.Scalar.double(-.infinity).isFinite)
  }

  @Test("trees that are equal hash alike, children in any order")
  func treeHash() {
    var random = SeededRandom.announced("Hash of trees")
    for _ in 0..<200 {
      let tree = random.tree(levels: 3)
      let again = Tree.branch(tree.children.shuffled().map { ($0.key, $0.value) }).with(priority: tree.priority)
      if tree.count > 0 { #expect(tree == again && tree.hashValue == again.hashValue, "seed \(random.seed)") }
      if !tree.isNull { #expect(tree != tree.with(priority: .string((tree.priority?.description ?? "") + "x")), "seed \(random.seed)") }
    }
  }
}
