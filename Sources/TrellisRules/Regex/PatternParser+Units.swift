/// What stands at the position.
extension PatternParser {
  var isAtEnd: Bool { position == pattern.count }

  /// What may have a meaning in the pattern: `nil` at the end and for a half of a surrogate pair, which has none.
  var next: Unicode.Scalar? { isAtEnd ? nil : Unicode.Scalar(pattern[position]) }

  var isAtQuantifier: Bool {
    switch next {
    case "*"?, "+"?, "?"?, "{"?: true
    default: false
    }
  }

  /// Whether it is there; then it is passed.
  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    position += 1
    return true
  }

  /// Passes a code unit, whatever it is. Not for the end of the pattern.
  mutating func takeUnit() -> UInt16 {
    defer { position += 1 }
    return pattern[position]
  }
}
