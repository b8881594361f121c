extension Tree {
  /// The tree at a path below this one; null where nothing is.
  ///
  /// Assigning follows the rules of writes (data model §1.5): what is on the way becomes a branch, a leaf on the way keeps
  /// its priority, branches left without children vanish with theirs.
  public subscript(path path: TreePath) -> Tree {
    get {
      var node = self
      for key in path.keys { node = node[key] }
      return node
    }
    set { self = replacing(path.keys[...], with: newValue) }
  }

  private func replacing(_ keys: ArraySlice<TreeKey>, with value: Tree) -> Tree {
    guard let key = keys.first else { return value }
    let changed = self[key].replacing(keys.dropFirst(), with: value)
    switch content {
    case .branch(var children):
      children[key] = changed
      return Tree(children: children, priority: priorityLeaf)
    case .leaf where changed.isNull: return self
    case .leaf, .null:
      var children = Children()
      children[key] = changed
      return Tree(children: children, priority: priorityLeaf)
    }
  }

  /// The tree with another priority at a path; unchanged where nothing is.
  package func replacingPriority(_ keys: ArraySlice<TreeKey>, with priority: Leaf?) -> Tree {
    guard let key = keys.first else { return Tree(content, priority: priority) }
    let child = self[key]
    return child.isNull ? self : replacing([key], with: child.replacingPriority(keys.dropFirst(), with: priority))
  }
}
