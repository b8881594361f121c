import TrellisTree

/// Who listens where: a trie over paths, so that a change meets only those at, above and below its place.
struct ListenerTrie {
  typealias Signal = AsyncThrowingStream<Void, any Error>.Continuation

  private final class Node {
    var children: [TreeKey: Node] = [:]
    var signals: [Int: Signal] = [:]

    var isEmpty: Bool { children.isEmpty && signals.isEmpty }

    func collect(into found: inout [Signal]) {
      found.append(contentsOf: signals.values)
      for child in children.values { child.collect(into: &found) }
    }
  }

  private let root = Node()
  private var nextID = 0
  private(set) var count = 0

  mutating func add(_ signal: Signal, at path: TreePath) -> Int {
    var node = root
    for key in path.keys {
      let child = node.children[key] ?? Node()
      node.children[key] = child
      node = child
    }
    nextID += 1
    count += 1
    node.signals[nextID] = signal
    return nextID
  }

  /// Removes a listener and the branches that nobody needs any more.
  mutating func remove(_ id: Int, at path: TreePath) {
    var line = [root]
    for key in path.keys {
      guard let child = line[line.count - 1].children[key] else { return }
      line.append(child)
    }
    guard line[line.count - 1].signals.removeValue(forKey: id) != nil else { return }
    count -= 1
    for (depth, key) in path.keys.enumerated().reversed() where line[depth + 1].isEmpty {
      line[depth].children[key] = nil
    }
  }

  /// Those that a change at a place may concern.
  func affected(by path: TreePath, into found: inout [Signal]) {
    if count == 0 { return }
    var node = root
    for key in path.keys {
      found.append(contentsOf: node.signals.values)
      guard let child = node.children[key] else { return }
      node = child
    }
    node.collect(into: &found)
  }

  /// Takes all of them out.
  mutating func removeAll() -> [Signal] {
    var found: [Signal] = []
    root.collect(into: &found)
    self = ListenerTrie()
    return found
  }
}
