import TrellisPages
import TrellisTree

/// Counts a tree: its nodes, the bytes of its JSON text, and which subtrees have most.
struct Census {
  struct Subtree {
    let path: TreePath
    let nodes: Int
    let bytes: Int
  }

  private let depth: Int
  private let most: Int
  private(set) var nodes = 0
  private(set) var leaves = 0
  private(set) var bytes = 0
  /// Branches down to the depth that is asked for: the biggest of those that have been seen, and a few more.
  private var subtrees: [Subtree] = []

  /// - Parameters:
  ///   - depth: how deep subtrees are told apart.
  ///   - most: how many of the biggest are wanted.
  init(depth: Int, most: Int) {
    self.depth = depth
    self.most = most
  }

  mutating func count(_ node: TreeSnapshot, at path: TreePath) throws { try count(node, path, depth: 0) }

  private mutating func count(_ node: TreeSnapshot, _ path: TreePath?, depth: Int) throws {
    guard node.exists else { return }
    nodes += 1
    guard node.hasChildren else {
      leaves += 1
      bytes += node.scalar.map { JSONText.count($0) } ?? 0
      return
    }
    try Task.checkCancellation()
    let before = (nodes - 1, bytes)
    bytes += node.count + 1
    for (key, child) in node.children {
      bytes += JSONText.count(.string(key.text)) + 1
      try count(child, depth < self.depth ? path?.appending(key) : nil, depth: depth + 1)
    }
    guard let path, depth > 0 else { return }
    subtrees.append(Subtree(path: path, nodes: nodes - before.0, bytes: bytes - before.1))
    if subtrees.count > most * 2 + 1000 { subtrees = biggest }
  }

  /// The biggest first.
  var biggest: [Subtree] {
    Array(subtrees.sorted { $0.bytes != $1.bytes ? $0.bytes > $1.bytes : $0.path < $1.path }.prefix(most))
  }
}

extension JSONText {
  /// How many bytes a value takes as JSON.
  fileprivate static func count(_ scalar: Tree.Scalar) -> Int {
    switch scalar {
    case .bool(let flag): flag ? 4 : 5
    case .int(let number) where 0..<10 ~= number: 1
    case .string(let text):
      text.utf8.reduce(2) { count, byte in
        switch byte {
        case 0x22, 0x5C, 0x0A, 0x0D, 0x09: count + 2
        case 0..<0x20: count + 6
        default: count + 1
        }
      }
    default: Tree(scalar).json(.export).utf8.count
    }
  }
}
