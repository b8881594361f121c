/// A small, immutable, JSON-like value: what an application hands in.
///
/// A tree is nothing (`null`), a leaf (boolean, 64-bit integer, double, string), or a branch of children in key order.
/// Everything that is not nothing may carry a *priority*, a number or string to order siblings by.
///
/// ```swift
/// let mural: Tree = [
///   "name": "A really great mural",
///   "artists": ["-KbJXK4aoXc6NZ6VwD7W": true],
///   "likes": 3,
/// ]
/// mural["name"].string              // "A really great mural"
/// mural[path: "artists/nobody"]     // null: what is missing reads as null
/// ```
///
/// There are no empty branches: a branch without children *is* null, at every level, and a list is a branch whose keys are
/// `0`, `1`, … Two trees are equal when the database cannot tell them apart: priorities count, `1` equals `1.0`.
/// What you *get out* of a database is a `TreeSnapshot`, which stays cheap at any size. (Rules: data model §1.)
///
/// ## Topics
/// - Making one: literals, `init(_:)`, `branch(_:)`, `timestamp`, `increment(by:)`, `init(json:)`, `init(encoding:)`
/// - Looking in: `isNull`, `scalar`, `bool`, `int`, `double`, `string`, `count`, `children`, `subscript(_:)`, `priority`
/// - Changing: `subscript(path:)`, `with(priority:)`
public struct Tree: Sendable {
  enum Content: Sendable {
    case null
    case leaf(Leaf)
    case branch(Children)
  }

  /// What a leaf holds before the datastore has resolved it: a scalar, or a placeholder for one.
  package enum Leaf: Sendable, Hashable {
    case scalar(Scalar)
    case serverValue(ServerValue)

    package var scalar: Scalar? { if case .scalar(let scalar) = self { scalar } else { nil } }
  }

  var content: Content
  /// Nothing has no priority.
  package internal(set) var priorityLeaf: Leaf?

  init(_ content: Content, priority: Leaf? = nil) {
    self.content = content
    if case .null = content { priorityLeaf = nil } else { priorityLeaf = priority }
  }

  package init(leaf: Leaf, priority: Leaf? = nil) {
    self.init(.leaf(leaf), priority: priority)
  }

  package init(children: Children, priority: Leaf? = nil) {
    self.init(children.isEmpty ? .null : .branch(children), priority: priority)
  }
}

// MARK: Making

extension Tree {
  public init(_ scalar: Scalar?) {
    self.init(scalar.map { .leaf(.scalar($0)) } ?? .null)
  }

  public static let null = Tree(.null)
  public static func bool(_ value: Bool) -> Tree { Tree(.bool(value)) }
  public static func int(_ value: Int64) -> Tree { Tree(.int(value)) }
  public static func double(_ value: Double) -> Tree { Tree(.double(value)) }
  public static func string(_ value: String) -> Tree { Tree(.string(value)) }

  /// A branch. Children that are null are left out; of two with one key the later one stays.
  public static func branch(_ children: some Sequence<(TreeKey, Tree)>) -> Tree { Tree(children: Children(children)) }

  /// A branch with the keys `0`, `1`, … An element that is null leaves its place free.
  public static func list(_ elements: some Sequence<Tree>) -> Tree {
    branch(elements.enumerated().map { (TreeKey(listIndex: $0), $1) })
  }

  /// The time at which the datastore carries out the write.
  public static let timestamp = Tree(leaf: .serverValue(.timestamp))

  /// What stands at the place, plus a whole number.
  public static func increment(by delta: Int) -> Tree { increment(by: Int64(delta)) }

  /// What stands at the place, plus a whole number.
  public static func increment(by delta: some BinaryInteger) -> Tree {
    Tree(leaf: .serverValue(.increment(Int64(exactly: delta).map { .int($0) } ?? .double(Double(delta)))))
  }

  /// What stands at the place, plus a number.
  public static func increment(by delta: some BinaryFloatingPoint) -> Tree {
    Tree(leaf: .serverValue(.increment(.double(Double(delta)))))
  }

  /// The same value with another priority: a number, a string, or none. Nothing stays nothing.
  public func with(priority: Scalar?) -> Tree { Tree(content, priority: priority.map { .scalar($0) }) }

  /// The same value, with a priority that the datastore fills in.
  public func with(priority: ServerValue) -> Tree { Tree(content, priority: .serverValue(priority)) }
}

// MARK: Looking in

extension Tree {
  public var isNull: Bool { if case .null = content { true } else { false } }

  /// The value of a leaf; nil for branches, for nothing, and for server values, which nobody knows yet.
  public var scalar: Scalar? { if case .leaf(.scalar(let scalar)) = content { scalar } else { nil } }

  /// The placeholder that a leaf is, if it is one.
  public var serverValue: ServerValue? { if case .leaf(.serverValue(let value)) = content { value } else { nil } }

  public var bool: Bool? { if case .bool(let value)? = scalar { value } else { nil } }

  /// A whole number that fits in 64 bits, stored as integer or as double.
  public var int: Int64? {
    switch scalar {
    case .int(let value): value
    case .double(let value): Int64(exactly: value)
    default: nil
    }
  }

  public var double: Double? {
    switch scalar {
    case .double(let value): value
    case .int(let value): Double(value)
    default: nil
    }
  }

  public var string: String? { if case .string(let value)? = scalar { value } else { nil } }

  /// The priority; nil when there is none, or when the datastore is still to fill it in.
  public var priority: Scalar? { priorityLeaf?.scalar }

  /// The children in key order; empty for leaves and for nothing.
  public var children: Children { if case .branch(let children) = content { children } else { Children() } }

  /// A child; null when there is none. O(log n).
  public subscript(key: TreeKey) -> Tree {
    if case .branch(let children) = content { children[key] ?? .null } else { .null }
  }
}

// MARK: Literals

extension Tree: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int64) { self = .int(value) }
  public init(floatLiteral value: Double) { self = .double(value) }
  public init(nilLiteral: ()) { self = .null }
  public init(arrayLiteral elements: Tree...) { self = .list(elements) }
  public init(dictionaryLiteral elements: (TreeKey, Tree)...) { self = .branch(elements) }
}

extension Tree {
  /// Whether every number in it is finite. Server values count as what they are now.
  package var isFinite: Bool {
    switch content {
    case .null: true
    case .leaf(let leaf): (leaf.scalar?.isFinite ?? true) && (priority?.isFinite ?? true)
    case .branch(let children): (priority?.isFinite ?? true) && children.allSatisfy { $0.value.isFinite }
    }
  }
}
