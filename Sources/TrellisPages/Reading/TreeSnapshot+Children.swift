public import TrellisTree

extension TreeSnapshot {
  /// The children of a node, in key order, each with its key.
  public struct Children: Sequence, Sendable {
    public typealias Element = (key: TreeKey, node: TreeSnapshot)

    private let node: TreeSnapshot

    init(_ node: TreeSnapshot) { self.node = node }

    /// How many there are. O(1).
    public var count: Int { node.count }
    public var isEmpty: Bool { node.count == 0 }
    public var underestimatedCount: Int { node.count }

    public func makeIterator() -> Iterator { Iterator(cursor: node.cursor(from: .unbounded, .forward)) }

    public struct Iterator: IteratorProtocol {
      var cursor: Cursor

      public mutating func next() -> Element? { cursor.next() ? (cursor.key, cursor.node) : nil }
    }
  }
}

extension TreeSnapshot: TreeReading {
  package func child(_ key: TreeKey) -> TreeSnapshot { self[key] }

  package func child(at position: Int) -> (key: TreeKey, node: TreeSnapshot) {
    precondition(position >= 0 && position < count, "no child with this number")
    return withWord { node in
      let (page, i) = node.locate(at: position)
      return (TreeKey(copying: page.key(i)), sibling(page.values[i]))
    }
  }

  package func rank(of key: TreeKey) -> Int { withWord { node in key.withWords { node.rank(of: $0) } } }

  package func cursor(from bound: TreeBound = .unbounded, _ direction: TreeDirection = .forward) -> Cursor {
    withWord { Cursor(parent: self, pages: PageCursor($0, bound, direction)) }
  }

  package struct Cursor: TreeCursor {
    fileprivate let parent: TreeSnapshot
    /// Nil for nodes without children.
    fileprivate var pages: PageCursor?
  }
}

extension TreeSnapshot.Cursor {
  package mutating func next() -> Bool { parent.withWord { _ in pages?.next() ?? false } }

  package var key: TreeKey { read { TreeKey(copying: $0.key) } }
  package var node: TreeSnapshot { read { parent.sibling($0.value) } }
  package var scalar: Tree.Scalar? { read { $0.value.leaf.scalar } }
  package var priority: Tree.Scalar? { read { $0.value.nodePriority } }

  @inline(__always)
  private func read<R>(_ body: (PageCursor) -> R) -> R {
    parent.withWord { _ in
      guard let pages else { preconditionFailure("a cursor is read only after next() said true") }
      return body(pages)
    }
  }
}
