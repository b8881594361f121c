import TrellisDatabase
import TrellisTree

/// Asks rules about an operation. (Rules §3.)
struct RuleDecider<Node: TreeReading> {
  typealias Observer = (RuleRecord<Node>) -> Void

  private let rules: SecurityRules
  private let context: RuleContext<Node>
  /// Told of each rule that is asked; then rules are asked on after the first that does not pass.
  private let observe: Observer?

  init(_ rules: SecurityRules, _ context: RuleContext<Node>, observe: Observer? = nil) {
    self.rules = rules
    self.context = context
    self.observe = observe
  }

  /// A node of the rules with the place that it is asked about.
  private struct Place {
    let node: RuleNode
    let depth: Int
    let wildcards: [TreeKey]
  }

  // MARK: Reads

  func read(_ path: TreePath) -> RuleDecision {
    var decision = RuleDecision(reason: .noGrant)
    grant(.read, chain(path.keys), path, &decision)
    return decision
  }

  // MARK: Writes

  /// Writes of some places at once. Each is asked about by itself, before the same trees.
  func write(_ paths: [TreePath]) -> RuleDecision {
    var decision = RuleDecision()
    for path in paths.sorted(by: { $0 < $1 }) {
      let one = write(path)
      guard one.isAllowed else { return RuleDecision(reason: one.reason, deciders: one.deciders, deniedPath: path) }
      decision.deciders += one.deciders
    }
    return decision
  }

  private func write(_ path: TreePath) -> RuleDecision {
    let chain = chain(path.keys)
    var decision = RuleDecision(reason: .noGrant)
    grant(.write, chain, path, &decision)
    guard decision.isAllowed else { return decision }
    if let failed = validate(chain, path) { decision = RuleDecision(reason: .validate, deciders: [failed]) }
    return decision
  }

  /// The first rule from the root that passes grants.
  private func grant(_ kind: RuleKind, _ chain: [Place], _ path: TreePath, _ decision: inout RuleDecision) {
    for place in chain {
      guard let rule = place.node.rule(kind) else { continue }
      let keys = path.keys[..<place.depth]
      if passes(rule, keys, place.wildcards) {
        decision.reason = nil
        decision.deciders = [RuleDecision.Decider(kind: kind, rule: rule.name, path: TreePath(Array(keys)))]
        return
      }
    }
  }

  /// From the root to the place, then all below it that is there afterwards; answers the first that does not pass.
  private func validate(_ chain: [Place], _ path: TreePath) -> RuleDecision.Decider? {
    guard let new = context.new else { return nil }
    var failed: RuleDecision.Decider?
    var node = new
    for place in chain {
      if place.depth > 0 { node = node.child(path.keys[place.depth - 1]) }
      guard node.exists else { return failed }
      check(place, path.keys[..<place.depth], &failed)
      if failed != nil, observe == nil { return failed }
    }
    guard let last = chain.last, last.depth == path.keys.count else { return failed }
    var keys = path.keys[...]
    validateBelow(last, node, &keys, &failed)
    return failed
  }

  private func check(_ place: Place, _ keys: ArraySlice<TreeKey>, _ failed: inout RuleDecision.Decider?) {
    guard let rule = place.node.validate, !passes(rule, keys, place.wildcards), failed == nil else { return }
    failed = RuleDecision.Decider(kind: .validate, rule: rule.name, path: TreePath(Array(keys)))
  }

  private func validateBelow(_ place: Place, _ node: Node, _ keys: inout ArraySlice<TreeKey>, _ failed: inout RuleDecision.Decider?) {
    func visit(_ key: TreeKey, _ child: Node, _ rules: RuleNode, _ isWildcard: Bool) {
      if failed != nil, observe == nil { return }
      keys.append(key)
      let below = Place(node: rules, depth: place.depth + 1, wildcards: isWildcard ? place.wildcards + [key] : place.wildcards)
      check(below, keys, &failed)
      if failed == nil || observe != nil { validateBelow(below, child, &keys, &failed) }
      keys.removeLast()
    }
    guard place.node.validates, node.count > 0 else { return }
    if place.node.wildcard?.node.validates == true {
      var cursor = node.cursor(from: .unbounded, .forward)
      while cursor.next() {
        if failed != nil, observe == nil { return }
        guard let (rules, isWildcard) = place.node.node(for: cursor.key), rules.validates else { continue }
        visit(cursor.key, cursor.node, rules, isWildcard)
      }
    } else {
      for (key, rules) in place.node.children where rules.validates {
        let child = node.child(key)
        if child.exists { visit(key, child, rules, false) }
      }
    }
  }

  // MARK: Rules

  /// The nodes from the root towards a place, as far as there are any.
  private func chain(_ keys: [TreeKey]) -> [Place] {
    var chain = [Place(node: rules.root, depth: 0, wildcards: [])]
    chain.reserveCapacity(keys.count + 1)
    for (i, key) in keys.enumerated() {
      let above = chain[i]
      guard let (node, isWildcard) = above.node.node(for: key) else { break }
      chain.append(Place(node: node, depth: i + 1, wildcards: isWildcard ? above.wildcards + [key] : above.wildcards))
    }
    return chain
  }

  /// A rule that cannot be evaluated does not pass.
  private func passes(_ rule: Rule, _ keys: ArraySlice<TreeKey>, _ wildcards: [TreeKey]) -> Bool {
    var context = context
    context.keys = keys
    context.wildcards = wildcards
    guard let observe else {
      do throws(RuleFailure) { return try RuleEvaluator(rule.expression, context).evaluate() } catch { return false }
    }
    let record = RuleRecord(rule, context)
    observe(record)
    return record.passes
  }
}
