import Testing

@testable import TrellisRules

extension RulePatternTests {
  @Test(arguments: [
    ("^(up|down|)$", "expected ')'", 10),
    ("(a||b)", "expected ')'", 3),
    ("(a", "expected ')'", 2),
    ("(a|b", "expected ')'", 4),
    ("", "expected an expression", 0),
    ("^", "expected an expression", 1),
    ("$", "expected an expression", 0),
    ("^$", "expected an expression", 1),
    ("|a", "expected an expression", 0),
    ("a|", "expected an expression", 2),
    ("a|$", "expected an expression", 2),
    ("a||b", "expected an expression", 2),
    ("()", "expected an expression", 1),
    ("(|a)", "expected an expression", 1),
    ("a)", "unmatched ')'", 1),
    (")", "unmatched ')'", 0),
    ("(a))", "unmatched ')'", 3),
    ("a|)", "unmatched ')'", 2),
    ("(^foo$|bar)", "misplaced '^'", 1),
    ("a^", "misplaced '^'", 1),
    ("^^a", "misplaced '^'", 1),
    ("a|^b", "misplaced '^'", 2),
    ("(foo$)", "misplaced '$'", 4),
    ("(foo$", "misplaced '$'", 4),
    ("a$b", "misplaced '$'", 1),
    ("a$|b", "misplaced '$'", 1),
    ("a$$", "misplaced '$'", 1),
  ])
  func refusedStructure(_ pattern: String, _ problem: String, _ position: Int) { expectInvalid(pattern, problem, position) }

  @Test(arguments: [
    ("*", "nothing to repeat", 0),
    ("^*a", "nothing to repeat", 1),
    ("a|+", "nothing to repeat", 2),
    ("(?)", "unsupported group '(?'", 0),
    ("a(?:b)", "unsupported group '(?'", 1),
    ("(?=a)b", "unsupported group '(?'", 0),
    ("(*a)", "nothing to repeat", 1),
    ("{2}", "nothing to repeat", 0),
    ("a**", "unexpected second quantifier", 2),
    ("a*?", "unexpected second quantifier", 2),
    ("a+?", "unexpected second quantifier", 2),
    ("a??", "unexpected second quantifier", 2),
    ("a{2}{3}", "unexpected second quantifier", 4),
    ("a{", "malformed repetition", 1),
    ("a{}", "malformed repetition", 1),
    ("a{b}", "malformed repetition", 1),
    ("a{,3}", "malformed repetition", 1),
    ("a{2", "malformed repetition", 1),
    ("a{2,3", "malformed repetition", 1),
    ("a{2;3}", "malformed repetition", 1),
    ("a{ 2}", "malformed repetition", 1),
    ("a{-2}", "malformed repetition", 1),
    ("\\p{L}", "malformed repetition", 2),
    ("a{3,2}", "reversed repetition", 1),
    ("a{1001}", "repetition count above 1000", 2),
    ("a{1,1001}", "repetition count above 1000", 4),
    ("a{99999999999999999999999999}", "repetition count above 1000", 2),
  ])
  func refusedRepetition(_ pattern: String, _ problem: String, _ position: Int) { expectInvalid(pattern, problem, position) }

  @Test(arguments: [
    ("a[]", "empty class", 1),
    ("[^]", "empty class", 0),
    ("[]a]", "empty class", 0),
    ("[", "expected ']'", 1),
    ("[^", "expected ']'", 2),
    ("[a", "expected ']'", 2),
    ("[a-", "expected ']'", 3),
    ("[a\\]", "expected ']'", 4),
    ("x[bz-a]", "reversed range", 3),
    ("[[:alpha:]]", "unsupported named class", 1),
    ("[^a[:digit:]]", "unsupported named class", 3),
    ("a\\", "unfinished escape", 1),
    ("[\\", "unfinished escape", 1),
    ("a\\b", "unsupported escape '\\b'", 1),
    ("\\B", "unsupported escape '\\B'", 0),
    ("(a)\\1", "unsupported escape '\\1'", 3),
    ("\\9", "unsupported escape '\\9'", 0),
    ("[\\b]", "unsupported escape '\\b'", 1),
  ])
  func refusedClassOrEscape(_ pattern: String, _ problem: String, _ position: Int) { expectInvalid(pattern, problem, position) }

  @Test func limits() throws {
    try expectValid(String(repeating: "a", count: 4096))
    expectInvalid(String(repeating: "a", count: 4097), "more than 4096 code units", 4096)
    try expectValid(nest("a", 100))
    expectInvalid(nest("a", 101), "groups more than 100 deep", 100)
    expectInvalid(String(repeating: "(", count: 4096), "groups more than 100 deep", 100)
    try expectValid("a{1000}")
    try expectValid("a{0,1000}")
    try expectValid("(a{1000}){20}")
    expectInvalid("(a{1000}){20}b", "more than 20000 states", 13)
    expectInvalid("(a{1000}){21}", "more than 20000 states", 9)
    expectInvalid("b((a{1000}){1000}){1000}", "more than 20000 states", 11)
    expectInvalid("((a?){1000}){11}", "more than 20000 states", 12)
    // Nothing to write, as often as it may be repeated.
    try expectValid(nest("a{0}", 100, suffix: "{1000}"))
  }

  private func nest(_ pattern: String, _ depth: Int, suffix: String = "") -> String {
    String(repeating: "(", count: depth) + pattern + String(repeating: ")" + suffix, count: depth)
  }

  private func expectValid(_ pattern: String) throws { _ = try RulePattern(Array(pattern.utf16), ignoringCase: false) }

  private func invalid(_ pattern: String, ignoringCase: Bool) -> RulePattern.Invalid? {
    do throws(RulePattern.Invalid) {
      _ = try RulePattern(Array(pattern.utf16), ignoringCase: ignoringCase)
      return nil
    } catch { return error }
  }

  private func expectInvalid(_ pattern: String, _ problem: String, _ position: Int) {
    for ignoringCase in [false, true] {
      let error = invalid(pattern, ignoringCase: ignoringCase)
      #expect(error?.message == "Illegal regular expression, \(problem) at position \(position)", "\(pattern)")
      #expect(error?.position == position, "\(pattern)")
    }
  }
}
