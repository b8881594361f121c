import Testing

@testable import TrellisRules

extension RulePatternTests {
  /// Patterns that backtracking takes years for, and those that have no small table.
  @Test(arguments: [
    ("^(a|a)*b$", false), ("(a|a)*b", false), ("^(a*)*b$", false), ("((a*)*)*b", false), ("^(a+)+$", true), ("(a?){30}a{30}", true),
    ("(.*)(.*)(.*)(.*)x", false), ("^(.*)(.*)(.*)(.*)x$", false), ("^(a|aa)+$", true), ("(.*a){12}b", false),
    ("b.{20}c", false), ("(a|b)*a(a|b){15}c", false), ("^(a?){100}$", false), ("a{300}b", false), ("aaaaaaaaaaaaaaaab", false),
  ])
  func hostilePatternsEndQuickly(_ pattern: String, _ expected: Bool) throws {
    let elapsed = try ContinuousClock().measure {
      let compiled = try RulePattern(Array(pattern.utf16), ignoringCase: false)
      #expect(compiled.matches(Array(repeating: 0x61, count: 100_000)) == expected)
    }
    #expect(elapsed < .seconds(20))
  }

  /// Patterns that are expensive to compile.
  @Test(arguments: [
    "(.*a.*b){2000}", "(a?){9000}", "(.?){1000}(.?){1000}(.?){1000}", "([^a][^b][^c]){500}", "((a|b|c|d|e|f|g|h|i|j)*x){400}",
  ])
  func hostilePatternsCompileQuickly(_ pattern: String) {
    let elapsed = ContinuousClock().measure {
      let compiled = try? RulePattern(Array(pattern.utf16), ignoringCase: true)
      _ = compiled?.matches(Array(repeating: 0x61, count: 20))
    }
    #expect(elapsed < .seconds(10))
  }

  @Test func manyClassesCompileQuickly() throws {
    let elapsed = try ContinuousClock().measure {
      let negated = try RulePattern(ideographs(1000) { [0x5B, 0x5E, $0, 0x5D] }, ignoringCase: false)
      #expect(negated.matches(Array(repeating: 0x61, count: 1000)))
      let distinct = try RulePattern(ideographs(4096) { [$0] }, ignoringCase: true)
      #expect(distinct.matches(ideographs(4096) { [$0] }))
      let alternatives = try RulePattern(ideographs(2000) { [$0, 0x7C] } + [0x61], ignoringCase: false)
      #expect(alternatives.matches([0x62, 0x61]))
      let negatedOfMany = ideographs(255) { [0x5B, 0x5E, $0, 0x5D] } + [0x5B] + ideographs(3000) { [$0] } + [0x5D]
      #expect(try !RulePattern(negatedOfMany, ignoringCase: false).matches(Array(repeating: 0x61, count: 1000)))
    }
    #expect(elapsed < .seconds(10))
  }

  /// What `units` makes of distinct code units with gaps between them.
  private func ideographs(_ count: Int, _ units: (UInt16) -> [UInt16]) -> [UInt16] {
    (0..<count).flatMap { units(0x4E00 + UInt16($0) * 2) }
  }

  /// The ways to match are chosen by size; each is chosen for something here.
  @Test func theWayToMatchIsChosenBySize() throws {
    func matcher(_ pattern: String) throws -> PatternMatcher {
      var parser = PatternParser(Array(pattern.utf16), ignoringCase: false)
      return PatternMatcher(try parser.parse())
    }
    guard case .literal = try matcher("^abc$") else { return #expect(Bool(false), "no literal") }
    guard case .table = try matcher("^[a-z0-9_]{3,20}$") else { return #expect(Bool(false), "no table") }
    guard case .table = try matcher("^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$") else { return #expect(Bool(false), "no table") }
    guard case .simulation = try matcher("^[a-z]{1,500}$") else { return #expect(Bool(false), "no simulation") }
    guard case .simulation = try matcher("a.{20}b") else { return #expect(Bool(false), "no simulation") }
  }
}
