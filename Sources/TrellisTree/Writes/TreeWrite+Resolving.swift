extension TreeWrite {
  /// The changes with every server value filled in, given the state before the write (data model §8).
  package func resolved(now milliseconds: Int64, against root: some TreeReading) -> [Change] {
    guard hasServerValues else { return changes }
    return changes.map { change in
      let current = root.node(at: change.path.keys)
      switch change.target {
      case .node: return Change(change.path, change.value.resolved(now: milliseconds, against: current))
      case .priority:
        let priority = change.value.leaf?.resolved(now: milliseconds, current: current.priority)
        return Change(change.path, Tree(priority), target: .priority)
      }
    }
  }
}

extension Tree {
  /// The tree with every server value filled in; an increment counts from what stands at its own place.
  package func resolved(now milliseconds: Int64, against current: some TreeReading) -> Tree {
    let priority = priorityLeaf.map { Leaf.scalar($0.resolved(now: milliseconds, current: current.priority)) }
    switch content {
    case .null: return self
    case .leaf(let leaf): return Tree(leaf: .scalar(leaf.resolved(now: milliseconds, current: current.scalar)), priority: priority)
    case .branch(let children):
      let resolved = children.map { ($0.key, $0.value.resolved(now: milliseconds, against: current.child($0.key))) }
      return Tree(children: Children(resolved), priority: priority)
    }
  }
}

extension Tree.Leaf {
  func resolved(now milliseconds: Int64, current: Tree.Scalar?) -> Tree.Scalar {
    switch self {
    case .scalar(let scalar): scalar
    case .serverValue(let value): value.resolved(now: milliseconds, current: current)
    }
  }
}
