/// How often an atom repeats.
extension PatternParser {
  /// - Returns: `nil` if no quantifier stands there.
  mutating func parseRepetition() throws(RulePattern.Invalid) -> PatternRepetition? {
    if skip("*") { return PatternRepetition(minimum: 0, maximum: nil) }
    if skip("+") { return PatternRepetition(minimum: 1, maximum: nil) }
    if skip("?") { return PatternRepetition(minimum: 0, maximum: 1) }
    let start = position
    guard skip("{") else { return nil }
    let minimum = try parseCount()
    let hasComma = skip(",")
    let maximum = hasComma ? try parseCount() : minimum
    guard let minimum, skip("}") else { throw RulePattern.Invalid("malformed repetition", at: start) }
    if let maximum, maximum < minimum { throw RulePattern.Invalid("reversed repetition", at: start) }
    return PatternRepetition(minimum: minimum, maximum: maximum)
  }

  /// - Returns: `nil` if no digit stands there.
  private mutating func parseCount() throws(RulePattern.Invalid) -> Int? {
    let start = position
    var count: Int?
    while let digit = next, ("0"..."9").contains(digit) {
      position += 1
      let value = (count ?? 0) * 10 + Int(digit.value) - 0x30
      guard value <= PatternRepetition.maximumCount else {
        throw RulePattern.Invalid("repetition count above \(PatternRepetition.maximumCount)", at: start)
      }
      count = value
    }
    return count
  }
}
