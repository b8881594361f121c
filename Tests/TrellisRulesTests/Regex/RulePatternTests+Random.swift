import Testing
import VectorSupport

@testable import TrellisRules

/// Each runs with the same seeds and with a new one; the test's argument tells which one failed.
extension RulePatternTests {
  static let seeds: [UInt64] = [1, 2, 3, 4, .random(in: 0 ... .max)]

  @Test(arguments: seeds)
  func randomPatternsMatchLikeABacktrackingMatcher(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<300 {
      let ignoringCase = Bool.random(using: &random)
      let isAnchoredAtStart = Bool.random(using: &random)
      let isAnchoredAtEnd = Bool.random(using: &random)
      let node = PatternNode.random(depth: 3, using: &random)
      let pattern = (isAnchoredAtStart ? "^" : "") + node.pattern(in: .union) + (isAnchoredAtEnd ? "$" : "")
      var parser = PatternParser(Array(pattern.utf16), ignoringCase: ignoringCase)
      let program = try parser.parse()
      let compiled = try RulePattern(Array(pattern.utf16), ignoringCase: ignoringCase)
      let simulation = PatternSimulation(program)
      let table = PatternTable(program)
      for _ in 0..<10 {
        let text = randomText(using: &random)
        var matcher = BacktrackingMatcher(text: text, ignoresCase: ignoringCase)
        guard
          let expected = matcher.matches(node, isAnchoredAtStart: isAnchoredAtStart, isAnchoredAtEnd: isAnchoredAtEnd)
        else { continue }
        let comment: Comment = "seed \(seed), /\(pattern)/\(ignoringCase ? "i" : ""), text \(text)"
        #expect(compiled.matches(text) == expected, comment)
        #expect(simulation.matches(text) == expected, comment)
        if let table { #expect(table.matches(text) == expected, comment) }
      }
    }
  }

  @Test(arguments: seeds)
  func randomCharactersAreAPatternOrAnError(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let pieces = [
      "a", "b", "|", "(", ")", "[", "]", "^", "$", ".", "*", "+", "?", "{", "}", "{2}", "{1,3}", ",", "-", "\\", "\\w", "\\b", "1", "9",
      ":",
      "😀", "(a", "b)", "[a-", "[^",
    ]
    for _ in 0..<1500 {
      let count = Int.random(in: 0...12, using: &random)
      let pattern = (0..<count).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }.joined()
      do throws(RulePattern.Invalid) {
        let compiled = try RulePattern(Array(pattern.utf16), ignoringCase: true)
        _ = compiled.matches("ab".utf16)
      } catch {
        #expect((0...pattern.utf16.count).contains(error.position), "seed \(seed), /\(pattern)/")
        #expect(error.message.hasSuffix(" at position \(error.position)"), "seed \(seed), /\(pattern)/")
      }
    }
  }

  private func randomText(using random: inout SeededRandom) -> [UInt16] {
    let alphabet = Array("aaabbAB-1 \nдя".utf16)
    let count = Int.random(in: 0...8, using: &random)
    return (0..<count).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)] }
  }
}
