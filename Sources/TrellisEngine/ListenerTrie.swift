import TrellisTree

/// Who listens where: a trie over paths, so that a change meets only those at, above and below its place.
struct ListenerTrie {
  private final class Node {
    var children: [TreeKey: Node] = [:]
    var listeners: [Listener] = []

    var isEmpty: Bool { children.isEmpty && listeners.isEmpty }

    func visit(_ body: (Listener) -> Void) {
      for listener in listeners { body(listener) }
      for child in children.values { child.visit(body) }
    }
  }

  private let root = Node()
  private(set) var count = 0

  mutating func add(_ listener: Listener, at path: TreePath) {
    var node = root
    for key in path.keys {
      let child = node.children[key] ?? Node()
      node.children[key] = child
      node = child
    }
    count += 1
    listener.position = node.listeners.count
    node.listeners.append(listener)
  }

  /// Removes a listener, if it is there, and the branches that nobody needs any more.
  mutating func remove(_ listener: Listener, at path: TreePath) {
    var line = [root]
    for key in path.keys {
      guard let child = line[line.count - 1].children[key] else { return }
      line.append(child)
    }
    let node = line[line.count - 1]
    let position = listener.position
    guard node.listeners.indices.contains(position), node.listeners[position] === listener else { return }
    // The last one takes its place.
    node.listeners.swapAt(position, node.listeners.count - 1)
    node.listeners[position].position = position
    node.listeners.removeLast()
    count -= 1
    for (depth, key) in path.keys.enumerated().reversed() where line[depth + 1].isEmpty {
      line[depth].children[key] = nil
    }
  }

  /// Visits those that a change at a place may concern.
  func visit(affectedBy path: TreePath, _ body: (Listener) -> Void) {
    if count == 0 { return }
    var node = root
    for key in path.keys {
      for listener in node.listeners { body(listener) }
      guard let child = node.children[key] else { return }
      node = child
    }
    node.visit(body)
  }

  /// Takes all of them out.
  mutating func removeAll() -> [Listener] {
    var found: [Listener] = []
    root.visit { found.append($0) }
    self = ListenerTrie()
    return found
  }
}
