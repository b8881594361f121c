import Testing
import TrellisPages
import TrellisTree

/// What goes in comes out, bit by bit: as a scalar, in a tree, through JSON, in a copy.
@Suite struct ValueTests {
  static let scalars: [Tree.Scalar] = [
    .bool(false), .bool(true), .int(0), .int(-1), .int(1 << 47 - 1), .int(1 << 47), .int(-(1 << 47)), .int(-(1 << 47) - 1), .int(.max),
    .int(.min),
    .double(0), .double(-0.0), .double(Double.leastNonzeroMagnitude), .double(-Double.leastNonzeroMagnitude),
    .double(.greatestFiniteMagnitude),
    .double(-.greatestFiniteMagnitude), .double(0.1), .double(1e300), .double(3), .double(0x1p53), .double(.pi), .double(1e15),
    .double(1e16), .double(123456789.125),
    .double(0.001), .double(0.0001), .double(-0.5), .double(999_999_999_999.999), .double(1e22), .double(4.35), .double(0.3),
    .double(1.005),
    .string(""), .string("a"), .string("abcde"), .string("abcdef"), .string("é"), .string("e\u{301}"), .string("\u{1F600}"),
    .string("\u{FFEE}\u{E000}"),
    .string("\u{0}\u{1}\u{1F}\u{7F}\"\\/\n\r\t"), .string(String(repeating: "x", count: 100_000)),
    .string(String(repeating: "\"", count: 1000)),
  ]

  @Test(arguments: scalars) func roundTrip(_ scalar: Tree.Scalar) throws {
    let arena = Arena()
    arena.publishing {
      $0.set(["plain"], scalar: scalar)
      $0.set(["tree"], Tree(scalar))
      $0.set(["ranked"], scalar: scalar, priority: 5)
      if case .bool = scalar { return }
      $0.set(["rank"], Tree(1).with(priority: scalar))
      $0.set(["rank set"], 1)
      $0.setPriority(["rank set"], scalar)
    }
    let snapshot = arena.pin()
    for key in ["plain", "tree", "ranked"] as [TreeKey] { #expect(same(snapshot[key].scalar, scalar)) }
    #expect(snapshot["ranked"].priority == 5)
    if case .bool = scalar {
    } else {
      #expect(same(snapshot["rank"].priority, scalar) && same(snapshot["rank set"].priority, scalar))
    }
    for copied in [
      TreeSnapshot(snapshot.tree), try #require(copy(of: snapshot, upTo: .max)), try TreeSnapshot(jsonBytes: snapshot.jsonBytes(.export)),
    ] {
      for key in ["plain", "tree", "ranked"] as [TreeKey] { #expect(same(copied[key].scalar, scalar)) }
      #expect(same(copied["rank"].priority, snapshot["rank"].priority))
    }
    for form in [JSONForm.plain, .export] { #expect(snapshot.json(form) == snapshot.tree.json(form)) }
    #expect(arena.brokenInvariants() == [])
  }

  @Test(arguments: scalars) func readsAsATreeDoes(_ scalar: Tree.Scalar) {
    let (tree, snapshot) = (Tree(scalar), TreeSnapshot(Tree(scalar)))
    #expect(snapshot.bool == tree.bool && snapshot.int == tree.int && snapshot.double == tree.double)
    #expect(snapshot.string.map { Array($0.utf8) } == tree.string.map { Array($0.utf8) })
    let (ranked, rankedTree) = (TreeSnapshot(tree.with(priority: "first")), tree.with(priority: "first"))
    #expect(ranked.bool == rankedTree.bool && ranked.int == rankedTree.int && ranked.double == rankedTree.double)
    #expect(ranked.priority == "first" && ranked.count == 0 && !ranked.hasChildren)
  }

  /// Drafts that nobody has checked may hold what is never stored. It must not become something else.
  @Test(arguments: [Double.nan, -Double.nan, Double(bitPattern: 0xFFFF_FFFF_FFFF_FFFF), .infinity, -.infinity]) func notFinite(
    _ double: Double
  ) {
    let snapshot = TreeSnapshot(["x": .double(double)])
    #expect(snapshot["x"].double.map { $0.isNaN == double.isNaN && ($0.isNaN || $0 == double) } == true)
    #expect(snapshot.count == 1)
  }

  @Test(arguments: 0..<20) func numbersAsJSONWriterWritesThem(_ number: Int) {
    let seed = Random.freshSeed
    print("numbers: seed \(seed)")
    var random = Random(seed: seed)
    var children: [(TreeKey, Tree)] = []
    for i in 0..<300 {
      let double: Double =
        switch random.below(5) {
        case 0: Double(bitPattern: random.next())
        case 1: Double(random.below(1_000_000)) / 1000
        case 2: Double(Int64(bitPattern: random.next())) / 1000
        case 3: -Double(random.below(100_000)) / 100
        default: Double(random.below(1000))
        }
      if double.isFinite { children.append((key("d\(i)"), .double(double))) }
      children.append((key("i\(i)"), .int(Int64(bitPattern: random.next()) >> Int64(random.below(64)))))
    }
    let tree = Tree.branch(children)
    #expect(TreeSnapshot(tree).json() == tree.json())
  }
}
