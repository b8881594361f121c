public import TrellisTree

/// A node of what the tree would be after a write: what an access policy looks at to admit or refuse it.
///
/// Reads like a `TreeSnapshot`.
///
/// ```swift
/// func admit(_ write: WriteRequest) throws {
///   for (key, mural) in write.after["murals"].children where mural["name"].string == nil {
///     throw TrellisError(.permissionDenied, at: TreePath(["murals", key]), "a mural has a name")
///   }
/// }
/// ```
///
/// A view is good while the policy's call runs, and stays with it: it is not Sendable, and reading one that was kept
/// beyond that traps. Keep its `tree` instead.
public struct CandidateView {
  private let core: ArenaCore
  private let generation: UInt64
  /// Whether this shows the tree before the edit, which the edit's changes leave as it is.
  private let isBase: Bool
  private let word: Word

  init(_ core: ArenaCore, _ generation: UInt64, isBase: Bool = false, _ word: Word) {
    self.core = core
    self.generation = generation
    self.isBase = isBase
    self.word = word
  }

  @inline(__always)
  func withWord<R>(_ body: (Word) throws -> R) rethrows -> R {
    let state = core.writer.state
    precondition(
      (isBase ? state.pointee.baseGeneration : state.pointee.generation) == generation, "the candidate changed after this view was taken")
    return try body(word)
  }

  fileprivate func sibling(_ word: Word) -> CandidateView { CandidateView(core, generation, isBase: isBase, word) }
}

@available(*, unavailable)
extension CandidateView: Sendable {}

// MARK: Looking in

extension CandidateView {
  /// Whether there is anything: a value or children.
  public var exists: Bool { withWord { $0 != .missing } }

  /// Whether this is a branch.
  public var hasChildren: Bool { count > 0 }

  /// How many children there are; 0 for leaves and for nothing.
  public var count: Int { withWord { $0.childCount } }

  /// The value of a leaf; nil for branches and for nothing.
  public var scalar: Tree.Scalar? { withWord { $0.leaf.scalar } }

  public var bool: Bool? { withWord { $0.leaf.bool } }

  /// A whole number that fits in 64 bits, stored as integer or as double.
  public var int: Int64? { withWord { $0.leaf.int } }

  public var double: Double? { withWord { $0.leaf.double } }

  public var string: String? { withWord { $0.leaf.string } }

  /// What siblings are ordered by, when the node has been given such: a number or a string.
  public var priority: Tree.Scalar? { withWord { $0.nodePriority } }

  /// A child; missing when there is none. O(log n).
  public subscript(key: TreeKey) -> CandidateView { sibling(withWord { node in key.withWords { node.entry($0) } }) }

  /// The node at a path below this one; missing where nothing is.
  public subscript(path path: TreePath) -> CandidateView { self[path.keys] }

  package subscript(keys: [TreeKey]) -> CandidateView { sibling(withWord { $0.entry(keys) }) }

  /// The node as a value of its own, which may be kept. O(size).
  public var tree: Tree { withWord { $0.tree } }

  /// The children, in key order.
  public var children: Children { Children(node: self) }

  /// The children of a node, in key order, each with its key.
  public struct Children: Sequence {
    public typealias Element = (key: TreeKey, node: CandidateView)

    fileprivate let node: CandidateView

    /// How many there are. O(1).
    public var count: Int { node.count }
    public var isEmpty: Bool { node.count == 0 }
    public var underestimatedCount: Int { node.count }

    public func makeIterator() -> Iterator { Iterator(cursor: node.cursor(from: .unbounded, .forward)) }

    public struct Iterator: IteratorProtocol {
      fileprivate var cursor: Cursor

      public mutating func next() -> Element? { cursor.next() ? (cursor.key, cursor.node) : nil }
    }
  }
}

extension CandidateView: TreeReading {
  package func child(_ key: TreeKey) -> CandidateView { self[key] }

  package func child(at position: Int) -> (key: TreeKey, node: CandidateView) {
    precondition(position >= 0 && position < count, "no child with this number")
    return withWord { node in
      let (page, i) = node.locate(at: position)
      return (TreeKey(copying: page.key(i)), sibling(page.values[i]))
    }
  }

  package func rank(of key: TreeKey) -> Int { withWord { node in key.withWords { node.rank(of: $0) } } }

  package func cursor(from bound: TreeBound = .unbounded, _ direction: TreeDirection = .forward) -> Cursor {
    Cursor(parent: self, pages: withWord { PageCursor($0, bound, direction) })
  }

  package struct Cursor: TreeCursor {
    fileprivate let parent: CandidateView
    /// Nil for nodes without children.
    fileprivate var pages: PageCursor?

    package mutating func next() -> Bool { parent.withWord { _ in pages?.next() ?? false } }
    package var key: TreeKey { read { TreeKey(copying: $0.key) } }
    package var node: CandidateView { read { parent.sibling($0.value) } }

    private func read<R>(_ body: (PageCursor) -> R) -> R {
      parent.withWord { _ in
        guard let pages else { preconditionFailure("a cursor is read only after next() said true") }
        return body(pages)
      }
    }
  }
}
