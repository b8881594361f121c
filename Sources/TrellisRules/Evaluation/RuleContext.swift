import TrellisDatabase
import TrellisTree

/// What the rules of one operation are evaluated with. It follows the decider from place to place, so that asking a rule copies
/// nothing.
final class RuleContext<Node: TreeReading> {
  /// Who asks, as rules see it; nil when nobody has signed in.
  let auth: Claim?
  /// Milliseconds.
  let now: Int64
  /// The tree before the operation.
  let old: Node
  /// The tree as it would be; nil for reads.
  let new: Node?
  let query: RuleQuery?
  /// The place that the rule is asked about.
  var keys: ArraySlice<TreeKey> { didSet { (oldHere, newHere) = (nil, nil) } }
  /// Keys that wildcards stand for, from the root on.
  var wildcards: [TreeKey]

  private var oldHere: Node?
  private var newHere: Node?

  init(
    auth: Claim?, now: Int64, old: Node, new: Node?, query: RuleQuery?, keys: ArraySlice<TreeKey> = [], wildcards: [TreeKey] = []
  ) {
    self.auth = auth
    self.now = now
    self.old = old
    self.new = new
    self.query = query
    self.keys = keys
    self.wildcards = wildcards
  }

  /// What stands at the place before the operation. Looked up once for each place.
  var data: RulePosition<Node> {
    let node = oldHere ?? old.node(at: keys)
    oldHere = node
    return RulePosition(root: old, keys: keys, node: node)
  }

  /// What stands at the place after the operation; nil for reads.
  var newData: RulePosition<Node>? {
    guard let new else { return nil }
    let node = newHere ?? new.node(at: keys)
    newHere = node
    return RulePosition(root: new, keys: keys, node: node)
  }

  /// Goes to a child, of which it is known what stands there after the operation.
  func enter(_ key: TreeKey, isWildcard: Bool, _ node: Node) {
    keys.append(key)
    if isWildcard { wildcards.append(key) }
    newHere = node
  }

  func leave(isWildcard: Bool) {
    keys.removeLast()
    if isWildcard { wildcards.removeLast() }
  }
}
