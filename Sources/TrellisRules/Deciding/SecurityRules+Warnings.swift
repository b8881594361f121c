import TrellisTree

extension SecurityRules {
  /// What is allowed in the rules and seldom meant, in the order of the file: everything open to everybody, rules that never
  /// decide, writes that nothing validates, values that may be deleted although they are validated, queries without index.
  public var warnings: [RulesWarning] {
    var lint = RulesLint()
    lint.look(root, isRoot: true, granted: [:])
    return lint.warnings.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
  }
}

private struct RulesLint {
  var warnings: [RulesWarning] = []

  /// - Parameter granted: rules above that grant all below to everybody.
  mutating func look(_ node: RuleNode, isRoot: Bool, granted: [RuleKind: Rule]) {
    var granted = granted
    for kind in [RuleKind.read, .write] {
      guard let rule = node.rule(kind) else { continue }
      if let above = granted[kind] {
        warn(rule, "never decides, because \(above.name) at \(above.line):\(above.column) grants all below it to everybody")
      } else if rule.isAlwaysTrue {
        granted[kind] = rule
        if isRoot { warn(rule, "everybody may \(kind.rawValue) everything") }
      }
    }
    if let write = node.write, !write.isAlwaysFalse {
      if !node.validates {
        warn(write, "nothing validates what is written here; add .validate here or below")
      } else if node.validate != nil, !write.expression.readsNewData {
        warn(write, "whoever may write here may also delete it, which no .validate sees; ask for newData.exists() if that is not meant")
      }
    }
    if let read = node.read {
      for name in read.expression.demandedOrders where !node.declares(name) {
        warn(read, "asks for queries ordered by \(name), but no .indexOn here or below names it")
      }
    }
    for child in node.children { look(child.node, isRoot: false, granted: granted) }
    if let wildcard = node.wildcard { look(wildcard.node, isRoot: false, granted: granted) }
  }

  private mutating func warn(_ rule: Rule, _ message: String) {
    warnings.append(RulesWarning(line: rule.line, column: rule.column, rule: rule.name, message: message))
  }
}

extension Rule {
  fileprivate var isAlwaysTrue: Bool { expression.nodes[expression.root].kind == .bool(true) }
  fileprivate var isAlwaysFalse: Bool { expression.nodes[expression.root].kind == .bool(false) }
}

extension RuleNode {
  /// Whether there is such an index here or below.
  fileprivate func declares(_ index: String) -> Bool {
    indexes.contains { CodeUnits.equal($0, index) } || wildcard?.node.declares(index) == true
      || children.contains { $0.node.declares(index) }
  }
}

extension RuleExpression {
  fileprivate var readsNewData: Bool { nodes.contains { $0.kind == .variable(.newData) } }

  /// What queries have to be ordered by: children that `query.orderByChild` is compared with, `.value` for `query.orderByValue`.
  fileprivate var demandedOrders: [String] {
    nodes.flatMap { node -> [String] in
      switch node.kind {
      case .property(let name) where CodeUnits.equal(names[name], "orderByValue") && isQuery(operand(0, of: node)): return [".value"]
      case .binary(.equal):
        let sides = [operand(0, of: node), operand(1, of: node)]
        guard sides.contains(where: isOrderByChild) else { return [] }
        return sides.compactMap { if case .text(let number) = nodes[$0].kind { texts[number].string } else { nil } }
      default: return []
      }
    }
  }

  private func isOrderByChild(_ index: Int) -> Bool {
    guard case .property(let name) = nodes[index].kind else { return false }
    return CodeUnits.equal(names[name], "orderByChild") && isQuery(operand(0, of: nodes[index]))
  }

  private func isQuery(_ index: Int) -> Bool { nodes[index].kind == .variable(.query) }
}
