import TrellisDatabase
import TrellisTree

/// Asks rules about an operation. (Rules §3.)
struct RuleDecider<Node: TreeReading> {
  typealias Observer = (RuleRecord) -> Void

  private let rules: SecurityRules
  private let context: RuleContext<Node>
  /// Told of each rule that is asked; then rules are asked on after the first that does not pass.
  private let observe: Observer?

  init(_ rules: SecurityRules, _ context: RuleContext<Node>, observe: Observer? = nil) {
    self.rules = rules
    self.context = context
    self.observe = observe
  }

  // MARK: Reads

  func read(_ path: TreePath) -> RuleDecision {
    var decision = RuleDecision(reason: .noGrant)
    grant(.read, path, &decision)
    return decision
  }

  // MARK: Writes

  /// Writes of some places at once. Each is asked about by itself, before the same trees.
  func write(_ paths: [TreePath]) -> RuleDecision {
    var decision = RuleDecision()
    for path in paths.count == 1 ? paths : paths.sorted(by: { $0 < $1 }) {
      let one = write(path)
      guard one.isAllowed else { return RuleDecision(reason: one.reason, deciders: one.deciders, deniedPath: path) }
      decision.deciders += one.deciders
    }
    return decision
  }

  private func write(_ path: TreePath) -> RuleDecision {
    var decision = RuleDecision(reason: .noGrant)
    grant(.write, path, &decision)
    guard decision.isAllowed else { return decision }
    if let failed = validate(path) { decision = RuleDecision(reason: .validate, deciders: [failed]) }
    return decision
  }

  /// The first rule from the root that passes grants.
  private func grant(_ kind: RuleKind, _ path: TreePath, _ decision: inout RuleDecision) {
    walk(path) { rules, _ in
      guard let rule = rules.rule(kind), passes(rule) else { return true }
      decision.reason = nil
      decision.deciders = [RuleDecision.Decider(rule, at: context.keys)]
      return false
    }
  }

  /// From the root to the place, then all below it that is there afterwards; answers the first that does not pass.
  private func validate(_ path: TreePath) -> RuleDecision.Decider? {
    guard let new = context.new, rules.root.validates else { return nil }
    var failed: RuleDecision.Decider?
    var node = new
    walk(path) { rules, depth in
      if depth > 0 { node = node.child(path.keys[depth - 1]) }
      guard node.exists, rules.validates else { return false }
      check(rules, &failed)
      if failed != nil, observe == nil { return false }
      if depth == path.keys.count { validateBelow(rules, node, &failed) }
      return true
    }
    return failed
  }

  /// Goes from the root of the rules towards a place, as far as there are any and the visitor wants it; the context goes along.
  private func walk(_ path: TreePath, _ visit: (RuleNode, _ depth: Int) -> Bool) {
    context.wildcards.removeAll(keepingCapacity: true)
    var rules = rules.root
    var depth = 0
    while true {
      context.keys = path.keys[..<depth]
      guard visit(rules, depth), depth < path.keys.count, let next = rules.node(for: path.keys[depth]) else { return }
      if next.isWildcard { context.wildcards.append(path.keys[depth]) }
      rules = next.node
      depth += 1
    }
  }

  private func check(_ rules: RuleNode, _ failed: inout RuleDecision.Decider?) {
    guard let rule = rules.validate, !passes(rule), failed == nil else { return }
    failed = RuleDecision.Decider(rule, at: context.keys)
  }

  /// Below the place where the context is.
  private func validateBelow(_ rules: RuleNode, _ node: Node, _ failed: inout RuleDecision.Decider?) {
    guard rules.validates, node.count > 0 else { return }
    if rules.wildcard?.node.validates == true {
      var cursor = node.cursor(from: .unbounded, .forward)
      while cursor.next() {
        if failed != nil, observe == nil { return }
        guard let (below, isWildcard) = rules.node(for: cursor.key), below.validates else { continue }
        visit(cursor.key, cursor.node, below, isWildcard, &failed)
      }
    } else {
      for (key, below) in rules.children where below.validates {
        if failed != nil, observe == nil { return }
        let child = node.child(key)
        if child.exists { visit(key, child, below, false, &failed) }
      }
    }
  }

  private func visit(_ key: TreeKey, _ node: Node, _ rules: RuleNode, _ isWildcard: Bool, _ failed: inout RuleDecision.Decider?) {
    context.enter(key, isWildcard: isWildcard, node)
    check(rules, &failed)
    if failed == nil || observe != nil { validateBelow(rules, node, &failed) }
    context.leave(isWildcard: isWildcard)
  }

  /// A rule that cannot be evaluated does not pass.
  private func passes(_ rule: Rule) -> Bool {
    guard let observe else {
      do throws(RuleFailure) { return try RuleEvaluator(rule, context).evaluate() } catch { return false }
    }
    let record = RuleRecord(rule, context)
    observe(record)
    return record.passes
  }
}
