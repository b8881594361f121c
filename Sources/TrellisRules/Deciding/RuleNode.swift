import TrellisTree

/// A node of the tree of rules: what holds at the places that it stands for.
final class RuleNode: Sendable {
  let read: Rule?
  let write: Rule?
  let validate: Rule?
  /// What `.indexOn` names.
  let indexes: [String]
  /// In key order.
  let children: [(key: TreeKey, node: RuleNode)]
  /// For all keys that no child is for.
  let wildcard: (name: String, node: RuleNode)?
  /// Whether there is a `.validate` here or below.
  let validates: Bool

  init(
    read: Rule?, write: Rule?, validate: Rule?, indexes: [String], children: [(key: TreeKey, node: RuleNode)],
    wildcard: (name: String, node: RuleNode)?
  ) {
    self.read = read
    self.write = write
    self.validate = validate
    self.indexes = indexes
    self.children = children.sorted { $0.key < $1.key }
    self.wildcard = wildcard
    validates = validate != nil || wildcard?.node.validates == true || children.contains { $0.node.validates }
  }

  func rule(_ kind: RuleKind) -> Rule? {
    switch kind {
    case .read: read
    case .write: write
    case .validate: validate
    }
  }

  /// All rules here and below.
  var rules: [Rule] {
    let below = children.map(\.node) + [wildcard?.node].compactMap { $0 }
    return [read, write, validate].compactMap { $0 } + below.flatMap(\.rules)
  }

  /// The node for a key, and whether it is the wildcard's. A child that names the key hides the wildcard altogether.
  func node(for key: TreeKey) -> (node: RuleNode, isWildcard: Bool)? {
    var (low, high) = (0, children.count)
    while low < high {
      let middle = (low + high) / 2
      if children[middle].key < key { low = middle + 1 } else { high = middle }
    }
    if low < children.count, children[low].key == key { return (children[low].node, false) }
    return wildcard.map { ($0.node, true) }
  }
}
