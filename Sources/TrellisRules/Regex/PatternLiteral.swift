/// Finds a pattern that stands for a single string.
struct PatternLiteral: Sendable {
  private let units: [UInt16]
  private let reversedUnits: [UInt16]
  private let isAnchoredAtStart: Bool
  private let isAnchoredAtEnd: Bool
  /// Of each beginning of the string, how long the longest shorter beginning is that it ends with: what is still matched of
  /// it when the code unit that follows does not match. So no code unit of a text is looked at again from another start.
  private let fallbacks: [Int]

  /// - Returns: `nil` if the program takes more than one string.
  init?(_ program: PatternProgram) {
    var units: [UInt16] = []
    for instruction in program.instructions {
      guard case .take(let set) = instruction, let unit = program.sets[set].onlyUnit else { return nil }
      units.append(unit)
    }
    self.units = units
    reversedUnits = units.reversed()
    isAnchoredAtStart = program.isAnchoredAtStart
    isAnchoredAtEnd = program.isAnchoredAtEnd
    fallbacks = Self.fallbacks(of: units)
  }

  // Texts are read by indices, because the iterator of a string's UTF-16 view takes half as long again.
  func matches(_ text: some BidirectionalCollection<UInt16>) -> Bool {
    if isAnchoredAtStart { return isBeginning(of: text) }
    return isAnchoredAtEnd ? text.reversed().starts(with: reversedUnits) : isFound(in: text)
  }

  /// Also whether it is all of the text, if it is anchored at the end.
  private func isBeginning(of text: some Collection<UInt16>) -> Bool {
    var index = text.startIndex
    for unit in units {
      guard index != text.endIndex, text[index] == unit else { return false }
      text.formIndex(after: &index)
    }
    return !isAnchoredAtEnd || index == text.endIndex
  }

  private func isFound(in text: some Collection<UInt16>) -> Bool {
    guard !units.isEmpty else { return true }
    var matched = 0
    var index = text.startIndex
    while index != text.endIndex {
      let unit = text[index]
      while matched > 0, units[matched] != unit { matched = fallbacks[matched - 1] }
      if units[matched] == unit { matched += 1 }
      if matched == units.count { return true }
      text.formIndex(after: &index)
    }
    return false
  }

  private static func fallbacks(of units: [UInt16]) -> [Int] {
    var fallbacks = units.isEmpty ? [] : [0]
    var matched = 0
    for unit in units.dropFirst() {
      while matched > 0, units[matched] != unit { matched = fallbacks[matched - 1] }
      if units[matched] == unit { matched += 1 }
      fallbacks.append(matched)
    }
    return fallbacks
  }
}
