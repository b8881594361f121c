/// Classes and escapes.
extension PatternParser {
  /// `"[" ["^"] item+ "]"`
  mutating func parseClass() throws(RulePattern.Invalid) -> CodeUnitSet {
    let start = position
    position += 1
    let isNegated = skip("^")
    if next == "]" { throw RulePattern.Invalid("empty class", at: start) }
    var ranges: [ClosedRange<UInt16>] = []
    while !skip("]") {
      guard !isAtEnd else { throw RulePattern.Invalid("expected ']'", at: position) }
      ranges += try parseItem()
    }
    let set = CodeUnitSet(ranges)
    guard isNegated else { return set }
    // Neither case of a code unit may be in the class, so cases are folded before.
    return (ignoresCase ? set.foldingCase : set).complement
  }

  /// `item = char "-" char | char | "\" char | \s \S \w \W \d \D`
  private mutating func parseItem() throws(RulePattern.Invalid) -> [ClosedRange<UInt16>] {
    if next == "\\" { return try parseEscape().ranges }
    if isAtNamedClass { throw RulePattern.Invalid("unsupported named class", at: position) }
    let start = position
    let lower = takeUnit()
    guard isAtRange else { return [lower...lower] }
    position += 1
    let upper = takeUnit()
    guard lower <= upper else { throw RulePattern.Invalid("reversed range", at: start) }
    return [lower...upper]
  }

  /// Whether a `-` stands there that another character of the range follows. An escape is none.
  private var isAtRange: Bool {
    guard next == "-", position + 1 < pattern.count else { return false }
    let follower = Unicode.Scalar(pattern[position + 1])
    return follower != "]" && follower != "\\"
  }

  /// Whether something like `[:alpha:]` stands there. Other dialects give it a meaning, so it is not taken for its characters.
  private var isAtNamedClass: Bool {
    let rest = pattern[position...].lazy.map { Unicode.Scalar($0) ?? "\u{FFFD}" }
    guard rest.starts(with: ["[", ":"]) else { return false }
    let name = rest.dropFirst(2).prefix { $0.properties.isAlphabetic }
    return !name.isEmpty && rest.dropFirst(2 + name.count).starts(with: [":", "]"])
  }

  /// `\s \S \w \W \d \D`, or any other character for itself.
  mutating func parseEscape() throws(RulePattern.Invalid) -> CodeUnitSet {
    let start = position
    position += 1
    guard !isAtEnd else { throw RulePattern.Invalid("unfinished escape", at: start) }
    let escaped = next
    let unit = takeUnit()
    switch escaped {
    case "s"?: return .spaces
    case "S"?: return CodeUnitSet.spaces.complement
    case "w"?: return .wordUnits
    case "W"?: return CodeUnitSet.wordUnits.complement
    case "d"?: return .digits
    case "D"?: return CodeUnitSet.digits.complement
    case let escaped? where "bB123456789".unicodeScalars.contains(escaped):
      throw RulePattern.Invalid("unsupported escape '\\\(escaped)'", at: start)
    default: return CodeUnitSet(unit)
    }
  }
}
