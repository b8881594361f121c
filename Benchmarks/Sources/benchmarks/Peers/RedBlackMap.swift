/// An immutable left-leaning red-black tree: what most persistent trees are, that of the Realtime Database's clients
/// included. A change makes new nodes for the way down and shares all others.
struct RedBlackMap<Value> {
  final class Node {
    let key: String
    let value: Value
    let isRed: Bool
    let left: Node?
    let right: Node?

    init(_ key: String, _ value: Value, isRed: Bool, _ left: Node?, _ right: Node?) {
      self.key = key
      self.value = value
      self.isRed = isRed
      self.left = left
      self.right = right
    }
  }

  private var root: Node?

  init() {}

  subscript(key: String) -> Value? {
    var next = root
    while let node = next {
      if key == node.key { return node.value }
      next = key < node.key ? node.left : node.right
    }
    return nil
  }

  mutating func set(_ key: String, _ value: Value) {
    root = Self.inserting(key, value, root).with(isRed: false)
  }

  /// Calls `body` for up to `count` entries from a key on.
  func walk(from key: String, _ count: Int, _ body: (String, Value) -> Void) {
    var waiting: [Node] = []
    var next = root
    while let node = next {
      if node.key < key {
        next = node.right
      } else {
        waiting.append(node)
        next = node.left
      }
    }
    var rest = count
    while rest > 0, let node = waiting.popLast() {
      body(node.key, node.value)
      rest -= 1
      next = node.right
      while let below = next {
        waiting.append(below)
        next = below.left
      }
    }
  }
}

// MARK: Inserting

extension RedBlackMap {
  private static func inserting(_ key: String, _ value: Value, _ node: Node?) -> Node {
    guard let node else { return Node(key, value, isRed: true, nil, nil) }
    if key == node.key { return Node(key, value, isRed: node.isRed, node.left, node.right) }
    if key < node.key { return node.with(left: inserting(key, value, node.left)).balanced }
    return node.with(right: inserting(key, value, node.right)).balanced
  }
}

extension RedBlackMap.Node {
  typealias Node = RedBlackMap.Node

  fileprivate func with(isRed: Bool) -> Node { isRed == self.isRed ? self : Node(key, value, isRed: isRed, left, right) }
  fileprivate func with(left: Node) -> Node { Node(key, value, isRed: isRed, left, right) }
  fileprivate func with(right: Node) -> Node { Node(key, value, isRed: isRed, left, right) }

  fileprivate var balanced: Node {
    var node = self
    if let right = node.right, right.isRed, node.left?.isRed != true {
      node = Node(right.key, right.value, isRed: node.isRed, Node(node.key, node.value, isRed: true, node.left, right.left), right.right)
    }
    if let left = node.left, left.isRed, left.left?.isRed == true {
      node = Node(left.key, left.value, isRed: node.isRed, left.left, Node(node.key, node.value, isRed: true, left.right, node.right))
    }
    if let left = node.left, let right = node.right, left.isRed, right.isRed {
      node = Node(node.key, node.value, isRed: true, left.with(isRed: false), right.with(isRed: false))
    }
    return node
  }
}
