public import TrellisTree

/// A node of one version of a database, with everything below it: what you get out.
///
/// A snapshot never changes, whatever is written after it was taken. It is a view, not a copy: taking, copying and
/// passing one on costs the same at any size, and any number of threads may read it at once, without locks.
///
/// ```swift
/// let mural = snapshot["murals"]["-KaQYfs3kbt4XgDY0ftb"]
/// mural["name"].string                    // "A really great mural"
/// mural[path: "artists/nobody"].exists    // false: what is missing reads as nothing
/// for (key, image) in mural["images"].children { print(key, image["location"].string ?? "nowhere") }
/// ```
///
/// A snapshot keeps the version it was taken from in memory, the whole of it. To keep a small part for long, keep its
/// `tree`, or the values you need.
///
/// ## Topics
/// - What is there: `exists`, `hasChildren`, `count`, `priority`
/// - Values of leaves: `scalar`, `bool`, `int`, `double`, `string`
/// - Going down: `subscript(_:)`, `subscript(path:)`, `children`
/// - Becoming something else: `tree`, `json(_:)`
/// - Making one: `init(_:)`, `missing`
///
/// Sendable: the words and pages it reads are never written while the pin lives (see `ArenaCore`), and `Pin` is
/// Sendable. Every read keeps the pin alive until it is done.
public struct TreeSnapshot: @unchecked Sendable {
  /// Nil when the node needs none: it is missing, or a leaf that fits into the word.
  let pin: Pin?
  let word: Word

  @inline(__always)
  init(_ pin: Pin?, _ word: Word) {
    self.pin = pin
    self.word = word
  }

  /// A snapshot of nothing.
  public static var missing: TreeSnapshot { TreeSnapshot(nil, .missing) }

  /// The version it shows. Nil when it keeps none: for standalone copies, for what is missing, and for children whose
  /// value needs no page of the version.
  package var version: Version? { pin?.version }

  @inline(__always)
  func withWord<R>(_ body: (Word) throws -> R) rethrows -> R {
    defer { pin?.endOfRead() }
    return try withExtendedLifetime(pin) { try body(word) }
  }

  /// Another node under the same pin.
  @inline(__always)
  func sibling(_ word: Word) -> TreeSnapshot { TreeSnapshot(word.isPointer ? pin : nil, word) }
}

// MARK: Looking in

extension TreeSnapshot {
  /// Whether there is anything: a value or children.
  public var exists: Bool { word != .missing }

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
  public subscript(key: TreeKey) -> TreeSnapshot {
    withWord { node in sibling(key.withWords { node.entry($0) }) }
  }

  /// The node at a path below this one; missing where nothing is.
  public subscript(path path: TreePath) -> TreeSnapshot { self[path.keys] }

  package subscript(keys: [TreeKey]) -> TreeSnapshot { withWord { sibling($0.entry(keys)) } }

  /// The children, in key order.
  public var children: Children { Children(self) }
}
