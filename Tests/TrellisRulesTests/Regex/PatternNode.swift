/// A pattern as a tree, from which both its text and its meaning follow, so that a test needs no parser of its own.
indirect enum PatternNode {
  /// A character, or an escape for several.
  case character(String)
  case any
  /// Items like `a`, `a-z` or `\w`.
  case oneOf([String], isNegated: Bool)
  case sequence([PatternNode])
  case choice([PatternNode])
  case repeated(PatternNode, minimum: Int, maximum: Int?)

  /// Where a node stands, from which follows whether it needs parentheses.
  enum Place { case union, branch, term }

  func pattern(in place: Place) -> String {
    switch self {
    case .character(let text): return text
    case .any: return "."
    case .oneOf(let items, let isNegated): return "[\(isNegated ? "^" : "")\(items.joined())]"
    case .sequence(let nodes):
      let text = nodes.map { $0.pattern(in: .branch) }.joined()
      return place == .union ? text : "(\(text))"
    case .choice(let nodes): return "(" + nodes.map { $0.pattern(in: .union) }.joined(separator: "|") + ")"
    case .repeated(let node, let minimum, let maximum):
      let text = node.pattern(in: .term) + Self.quantifier(minimum, maximum)
      return place == .term ? "(\(text))" : text
    }
  }

  private static func quantifier(_ minimum: Int, _ maximum: Int?) -> String {
    switch (minimum, maximum) {
    case (0, nil): "*"
    case (1, nil): "+"
    case (0, 1): "?"
    case (let minimum, nil): "{\(minimum),}"
    case (let minimum, let maximum?): minimum == maximum ? "{\(minimum)}" : "{\(minimum),\(maximum)}"
    }
  }
}
