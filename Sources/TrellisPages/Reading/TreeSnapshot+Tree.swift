public import TrellisTree

extension TreeSnapshot {
  /// The node as a value of its own, which keeps nothing of the database in memory. O(size).
  public var tree: Tree { withWord { $0.tree } }
}

extension TreeSnapshot: CustomStringConvertible {
  /// The node as JSON text in export form.
  public var description: String { json(.export) }
}

extension Word {
  /// The node as a value of its own.
  var tree: Tree {
    guard childCount > 0 else { return Tree(leaf.scalar).with(priority: nodePriority) }
    var children: [(TreeKey, Tree)] = []
    children.reserveCapacity(childCount)
    forEachChild { children.append((TreeKey(copying: $0), $1.tree)) }
    return Tree.branch(children).with(priority: nodePriority)
  }
}
