import Testing
import TrellisQueries
import TrellisTree
import VectorSupport

/// Keys that sort as values do.
@Suite struct SortingKeyTests {
  private static let values: [Tree.Scalar] = [
    false, true, .double(-.greatestFiniteMagnitude), .int(.min), .int(.min + 1), .double(-0x1p53), -1.5, -1,
    .double(-.leastNonzeroMagnitude), 0,
    .double(.leastNonzeroMagnitude), 0.5, 1, .int(1 << 53), .int(1 << 53 + 1), .double(0x1p53 + 2), .int(.max - 1), .int(.max),
    .double(0x1p63),
    .double(.greatestFiniteMagnitude), "", "\u{0}", "\u{0}a", "\u{1F}", " ", " a", "!", "/", "1", "10", "9", "a", "a\u{0}", "a b", "aa",
    "é", "\u{D7FF}",
    "\u{1F600}", "\u{E000}", "\u{FFEE}",
  ]

  @Test("the order of keys is that of values")
  func order() {
    for (i, a) in Self.values.enumerated() {
      for (j, b) in Self.values.enumerated() {
        let (first, second) = (TreeKey(sorting: a), TreeKey(sorting: b))
        #expect((first < second) == (i < j) && (first == second) == (i == j), "\(a) and \(b)")
        #expect(first > .sortingNothing && first < .sortingBranch)
      }
    }
  }

  @Test("equal numbers have one key, whatever their kind")
  func equal() {
    for (a, b) in [(.int(1), .double(1)), (.double(-0.0), .int(0)), (.int(1 << 53), .double(0x1p53)), (.int(.min), .double(-0x1p63))]
      as [(Tree.Scalar, Tree.Scalar)]
    {
      #expect(TreeKey(sorting: a) == TreeKey(sorting: b))
    }
  }

  @Test("random values")
  func random() {
    var random = SeededRandom.announced("sorting keys")
    for _ in 0..<20_000 {
      let (a, b) = (random.scalar(), random.scalar())
      let (first, second) = (TreeKey(sorting: a), TreeKey(sorting: b))
      #expect((first < second) == (a < b) && (first == second) == (a == b), "\(a) and \(b), seed \(random.seed)")
    }
  }

  @Test("long texts that begin alike have one key, and others sort by where they differ")
  func longTexts() {
    let base = String(repeating: "é", count: 150)
    let (a, b) = (TreeKey(sorting: .string(base + "a")), TreeKey(sorting: .string(base + "b")))
    #expect(a == b && !a.isExactSorting)
    for (first, second) in [
      ("x" + base, "y" + base), (String(base.prefix(20)), base),
      (String(base.prefix(60)) + "a", String(base.prefix(60)) + "\u{1F600}" + base),
    ] {
      #expect(TreeKey(sorting: .string(first)) < TreeKey(sorting: .string(second)))
    }
    #expect(TreeKey(sorting: .string("short")).isExactSorting)
  }
}
