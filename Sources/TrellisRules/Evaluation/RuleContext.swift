import TrellisDatabase
import TrellisTree

/// What a rule is evaluated with.
struct RuleContext<Node: TreeReading> {
  /// Who asks, as rules see it; nil when nobody has signed in.
  let auth: Claim?
  /// Milliseconds.
  let now: Int64
  /// The tree before the operation.
  let old: Node
  /// The tree as it would be; nil for reads.
  let new: Node?
  let query: RuleQuery?
  /// The rule's own place.
  var keys: ArraySlice<TreeKey> = []
  /// Keys that wildcards stand for, from the root on.
  var wildcards: [TreeKey] = []
}
