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
    let priority = nodePriority.map { Tree.Leaf.scalar($0) }
    guard childCount > 0 else {
      guard let scalar = leaf.scalar else { return .null }
      return Tree(leaf: .scalar(scalar), priority: priority)
    }
    var children: ContiguousArray<Tree.Children.Element> = []
    children.reserveCapacity(childCount)
    forEachChild { children.append((TreeKey(copying: $0), $1.tree)) }
    return Tree(children: Tree.Children(sorted: children), priority: priority)
  }
}
