extension RuleExpression {
  /// The whole, then what is combined by `&&`, `||`, `!` and `? :` in it, from left to right. A constant has none.
  var conditions: [Int] {
    var found: [Int] = []
    func visit(_ index: Int) {
      let node = nodes[index]
      switch node.kind {
      case .bool: return
      case .not: return visit(operand(0, of: node))
      case .and, .or, .conditional:
        found.append(index)
        for i in 0..<node.count { visit(operand(i, of: node)) }
      default: found.append(index)
      }
    }
    visit(root)
    if case .not = nodes[root].kind { found.insert(root, at: 0) }
    return found
  }

  /// The text of a part, in one line.
  func line(of node: Node) -> String { text(of: node).split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
