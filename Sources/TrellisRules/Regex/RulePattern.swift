/// A compiled pattern of the rules language.
///
/// It asks whether the pattern is found anywhere in a text, in time linear in the length of the text: rules are run on what
/// clients send, so no text may make a pattern slow.
struct RulePattern: Sendable {
  private let matcher: PatternMatcher

  /// - Throws: `RulePattern.Invalid` with message and position.
  init(_ pattern: [UInt16], ignoringCase: Bool) throws(Invalid) {
    var parser = PatternParser(pattern, ignoringCase: ignoringCase)
    matcher = PatternMatcher(try parser.parse())
  }

  /// Whether it is found in a text of UTF-16 code units.
  func matches(_ text: some BidirectionalCollection<UInt16>) -> Bool { matcher.matches(text) }
}
