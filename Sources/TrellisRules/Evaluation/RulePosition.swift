import TrellisTree

/// What the language calls a snapshot: a place in the old or in the new tree, where something may be or not. (Rules §9.)
struct RulePosition<Node: TreeReading> {
  private let root: Node
  private let keys: ArraySlice<TreeKey>
  /// Steps behind `keys` that no key can have.
  private let beyond: Int
  let node: Node?

  init(root: Node, keys: ArraySlice<TreeKey>, node: Node) { self.init(root, keys, 0, node) }

  private init(root: Node, keys: ArraySlice<TreeKey>) { self.init(root, keys, 0, root.node(at: keys)) }

  private init(_ root: Node, _ keys: ArraySlice<TreeKey>, _ beyond: Int, _ node: Node?) {
    self.root = root
    self.keys = keys
    self.beyond = beyond
    self.node = node
  }

  var exists: Bool { node?.exists ?? false }

  var path: TreePath { TreePath(Array(keys)) }

  /// Nil at the root.
  var parent: RulePosition? {
    if beyond > 1 { return RulePosition(root, keys, beyond - 1, nil) }
    if beyond == 1 { return RulePosition(root: root, keys: keys) }
    return keys.isEmpty ? nil : RulePosition(root: root, keys: keys.dropLast())
  }

  /// Slashes separate steps, empty ones are dropped; what can be no key just is not there.
  func child(_ path: RuleSteps) -> RulePosition {
    var (keys, beyond, node) = (keys, beyond, node)
    for key in path.keys {
      if beyond == 0, let key {
        keys.append(key)
        node = node?.child(key)
      } else {
        beyond += 1
        node = nil
      }
    }
    return RulePosition(root, keys, beyond, node)
  }

  func hasChild(_ path: RuleSteps) -> Bool {
    if path.keys.isEmpty || beyond > 0 { return false }
    var node = node
    for key in path.keys {
      guard let key else { return false }
      node = node?.child(key)
    }
    return node?.exists ?? false
  }
}
