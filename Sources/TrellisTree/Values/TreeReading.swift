/// A node that can be read: a `Tree`, a snapshot of a paged tree, a candidate of an edit, later an overlay of either.
/// What is pure (queries, JSON, decoding) is written once, over this.
package protocol TreeReading {
  associatedtype Cursor: TreeCursor where Cursor.Node == Self

  var exists: Bool { get }
  /// The value of a leaf; nil for branches and for nothing.
  var scalar: Tree.Scalar? { get }
  var priority: Tree.Scalar? { get }
  /// Direct children.
  var count: Int { get }
  func child(_ key: TreeKey) -> Self
  /// The child with this number, in key order; `position` is below `count`.
  func child(at position: Int) -> (key: TreeKey, node: Self)
  /// How many children sort before `key`.
  func rank(of key: TreeKey) -> Int
  /// Children in key order from a bound on.
  func cursor(from bound: TreeBound, _ direction: TreeDirection) -> Cursor

  /// What leaf and priority are before server values are resolved. Only trees that are handed in have such.
  var leaf: Tree.Leaf? { get }
  var priorityLeaf: Tree.Leaf? { get }
}

package enum TreeDirection: Sendable { case forward, backward }

/// Where a cursor starts: at the first (last) child, at a key, or right behind it in the direction of travel.
package enum TreeBound: Sendable {
  case unbounded
  case at(TreeKey)
  case past(TreeKey)
}

/// Walks over children: `while cursor.next() { use(cursor.key, cursor.node) }`.
package protocol TreeCursor {
  associatedtype Node
  mutating func next() -> Bool
  /// Key and node of the current child; only after `next()` said true.
  var key: TreeKey { get }
  var node: Node { get }
}

extension TreeReading {
  package var leaf: Tree.Leaf? { scalar.map { .scalar($0) } }
  package var priorityLeaf: Tree.Leaf? { priority.map { .scalar($0) } }

  @inlinable
  package func node(at path: some Sequence<TreeKey>) -> Self {
    var node = self
    for key in path { node = node.child(key) }
    return node
  }

  /// Calls `body` for each child, in key order.
  @inlinable
  package func forEachChild(_ body: (TreeKey, Self) throws -> Void) rethrows {
    var cursor = cursor(from: .unbounded, .forward)
    while cursor.next() { try body(cursor.key, cursor.node) }
  }

  /// The node as a value of its own.
  package var tree: Tree {
    if let leaf { return Tree(leaf: leaf, priority: priorityLeaf) }
    var children: [(TreeKey, Tree)] = []
    children.reserveCapacity(count)
    forEachChild { children.append(($0, $1.tree)) }
    return Tree(children: Tree.Children(children), priority: priorityLeaf)
  }
}

extension Tree: TreeReading {
  package var exists: Bool { !isNull }
  package var leaf: Leaf? { if case .leaf(let leaf) = content { leaf } else { nil } }
  package var tree: Tree { self }

  /// How many children there are.
  public var count: Int { if case .branch(let children) = content { children.count } else { 0 } }

  package func child(_ key: TreeKey) -> Tree { self[key] }
  package func child(at position: Int) -> (key: TreeKey, node: Tree) {
    let (key, node) = children[position]
    return (key, node)
  }
  package func rank(of key: TreeKey) -> Int { children.lowerBound(key) }

  package func cursor(from bound: TreeBound, _ direction: TreeDirection) -> Cursor {
    let children = children
    let start: Int
    switch (bound, direction) {
    case (.unbounded, .forward): start = 0
    case (.unbounded, .backward): start = children.count - 1
    case (.at(let key), _), (.past(let key), _):
      let i = children.lowerBound(key)
      let isThere = i < children.count && children[i].key == key
      let isPast = if case .past = bound { true } else { false }
      start = direction == .forward ? (isThere && isPast ? i + 1 : i) : (isThere && !isPast ? i : i - 1)
    }
    return Cursor(children: children, position: direction == .forward ? start - 1 : start + 1, step: direction == .forward ? 1 : -1)
  }

  package struct Cursor: TreeCursor {
    fileprivate let children: Children
    fileprivate var position: Int
    fileprivate let step: Int

    package mutating func next() -> Bool {
      position += step
      return children.indices.contains(position)
    }
    package var key: TreeKey { children[position].key }
    package var node: Tree { children[position].value }
  }
}
