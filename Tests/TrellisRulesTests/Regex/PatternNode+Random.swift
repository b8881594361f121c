import VectorSupport

extension PatternNode {
  static func random(depth: Int, using random: inout SeededRandom) -> PatternNode {
    let roll = Int.random(in: 0..<(depth > 0 ? 12 : 4), using: &random)
    switch roll {
    case 0, 1: return .character(pick(["a", "a", "b", "A", "B", "-", "д"], using: &random))
    case 2: return randomAtom(using: &random)
    case 3: return .oneOf(randomItems(using: &random), isNegated: Int.random(in: 0..<3, using: &random) == 0)
    case 4, 5, 6: return .sequence(randomNodes(depth: depth - 1, using: &random))
    case 7, 8: return .choice(randomNodes(depth: depth - 1, using: &random))
    default:
      let node = PatternNode.random(depth: depth - 1, using: &random)
      let minimum = Int.random(in: 0...2, using: &random)
      let more = Int.random(in: -2...2, using: &random)
      return .repeated(node, minimum: minimum, maximum: more < 0 ? nil : minimum + more)
    }
  }

  private static func randomNodes(depth: Int, using random: inout SeededRandom) -> [PatternNode] {
    var nodes: [PatternNode] = []
    for _ in 0..<Int.random(in: 1...4, using: &random) { nodes.append(.random(depth: depth, using: &random)) }
    return nodes
  }

  private static func randomAtom(using random: inout SeededRandom) -> PatternNode {
    let text = pick([".", "\\s", "\\S", "\\w", "\\W", "\\d", "\\D", "\\a", "\\-"], using: &random)
    return text == "." ? .any : .character(text)
  }

  private static func randomItems(using random: inout SeededRandom) -> [String] {
    let items = ["a", "b", "A", "a-b", "B-a", "A-Z", "\\-", "\\w", "\\W", "\\s", "\\S", "\\d", "\\D", "а-я", " -/", "1"]
    return (0..<Int.random(in: 1...3, using: &random)).map { _ in pick(items, using: &random) }
  }

  private static func pick(_ items: [String], using random: inout SeededRandom) -> String {
    items[Int.random(in: 0..<items.count, using: &random)]
  }
}
