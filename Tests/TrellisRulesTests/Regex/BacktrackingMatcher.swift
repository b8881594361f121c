/// Matches in the simplest way there is, trying one possibility after the other, to compare with.
struct BacktrackingMatcher {
  let text: [UInt16]
  let ignoresCase: Bool
  private var remainingSteps = 100_000

  init(text: [UInt16], ignoresCase: Bool) {
    self.text = text
    self.ignoresCase = ignoresCase
  }

  /// - Returns: `nil` if there are too many possibilities.
  mutating func matches(_ node: PatternNode, isAnchoredAtStart: Bool, isAnchoredAtEnd: Bool) -> Bool? {
    let end = text.count
    let starts = isAnchoredAtStart ? 0...0 : 0...end
    let isFound = starts.contains { start in matches([node], start) { !isAnchoredAtEnd || $0 == end } }
    return remainingSteps > 0 ? isFound : nil
  }

  /// Whether the nodes match one after the other from the position on, to a position that the condition holds for.
  private mutating func matches(_ nodes: [PatternNode], _ position: Int, _ isEnd: (Int) -> Bool) -> Bool {
    remainingSteps -= 1
    guard remainingSteps > 0 else { return false }
    guard let node = nodes.first else { return isEnd(position) }
    let rest = Array(nodes.dropFirst())
    switch node {
    case .sequence(let nodes): return matches(nodes + rest, position, isEnd)
    case .choice(let nodes): return nodes.contains { matches([$0] + rest, position, isEnd) }
    case .repeated(let node, let minimum, let maximum):
      if minimum > 0 {
        let fewer = PatternNode.repeated(node, minimum: minimum - 1, maximum: maximum.map { $0 - 1 })
        return matches([node, fewer] + rest, position, isEnd)
      }
      if matches(rest, position, isEnd) { return true }
      if maximum == 0 { return false }
      // More of nothing is nothing: only a repetition that takes something is worth trying.
      let fewer = PatternNode.repeated(node, minimum: 0, maximum: maximum.map { $0 - 1 })
      for middle in (position..<text.count).map({ $0 + 1 }) where matches([node], position, { $0 == middle }) {
        if matches([fewer] + rest, middle, isEnd) { return true }
      }
      return false
    case .character, .any, .oneOf:
      return position < text.count && takes(node, text[position]) && matches(rest, position + 1, isEnd)
    }
  }

  private func takes(_ node: PatternNode, _ unit: UInt16) -> Bool {
    var units = [unit]
    if ignoresCase, let scalar = Unicode.Scalar(unit), scalar.isASCII {
      let character = Character(scalar)
      units += Array((character.uppercased() + character.lowercased()).utf16)
    }
    switch node {
    case .any: return true
    case .character(let text): return units.contains { isIn(text, $0) }
    case .oneOf(let items, let isNegated): return isNegated != units.contains { unit in items.contains { isIn($0, unit) } }
    default: return false
    }
  }

  private func isIn(_ item: String, _ unit: UInt16) -> Bool {
    let units = Array(item.utf16)
    if units.count == 3 { return units[0] <= unit && unit <= units[2] }
    let isLetter = (0x41...0x5A).contains(unit) || (0x61...0x7A).contains(unit)
    let isDigit = (0x30...0x39).contains(unit)
    let isSpace = [0x20, 0x09, 0x0A, 0x0D, 0x0C, 0x0B].contains(unit)
    switch item {
    case "\\w": return isLetter || isDigit || unit == 0x5F
    case "\\W": return !(isLetter || isDigit || unit == 0x5F)
    case "\\d": return isDigit
    case "\\D": return !isDigit
    case "\\s": return isSpace
    case "\\S": return !isSpace
    default: return units.last == unit
    }
  }
}
