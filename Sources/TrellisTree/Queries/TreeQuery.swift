/// A place, one ordering of its children, one range and one limit: all that the datastore can answer.
///
/// ```swift
/// let query = try TreeQuery("artists").ordered(by: .child("lastName")).starting(at: "S").ending(at: "T").first(10)
/// ```
/// Each step checks itself against those before it, so an illegal query cannot exist. Without an ordering, children come
/// by priority, then key, as in the Realtime Database. (Rules: data model §5.)
///
/// - `starting(at:)` and `ending(at:)` include their bound, `starting(after:)` and `ending(before:)` do not; each takes a
///   key too, to tell apart children with the same value.
/// - A bound of nil is a real bound: children without a value come before all others.
/// - `first(_:)` keeps the first matching children, `last(_:)` the last; both are delivered in ascending order.
public struct TreeQuery: Sendable {
  /// What children are ordered by; ties go by key.
  public enum Ordering: Sendable, Hashable {
    case priority
    case key
    /// The child itself.
    case value
    /// What stands at a path below the child.
    case child(TreePath)
  }

  /// One end of the range: a point in the order.
  public struct Bound: Sendable, Hashable {
    /// The value to order by; nil for "no value". In key order it is the key's text.
    public let value: Tree.Scalar?
    /// Sets apart children with that value; nil for all of them.
    public let key: TreeKey?
    public let isInclusive: Bool
    /// Whether the bound stands among the children that are branches, which sort behind all values. Only a query that
    /// goes on behind such a child has one.
    package let isBranch: Bool

    package init(value: Tree.Scalar?, key: TreeKey?, isInclusive: Bool, isBranch: Bool = false) {
      self.value = value
      self.key = key
      self.isInclusive = isInclusive
      self.isBranch = isBranch
    }
  }

  public enum Limit: Sendable, Hashable {
    case first(Int)
    case last(Int)
  }

  public let path: TreePath
  public package(set) var ordering = Ordering.priority
  public package(set) var start: Bound?
  public package(set) var end: Bound?
  public package(set) var limit: Limit?
  /// Whether an ordering was named, which may be done once.
  package var isOrdered = false

  /// All of a place.
  public init(_ path: TreePath) { self.path = path }
}

extension TreeQuery: Hashable {
  /// Whether both ask for the same; an ordering by priority need not be named.
  public static func == (a: TreeQuery, b: TreeQuery) -> Bool {
    a.path == b.path && a.ordering == b.ordering && a.start == b.start && a.end == b.end && a.limit == b.limit
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(ordering)
    hasher.combine(start)
    hasher.combine(end)
    hasher.combine(limit)
  }
}

extension TreeQuery {
  /// Whether it has neither a range nor a limit, so that its result is all there is.
  public var loadsAllData: Bool { start == nil && end == nil && limit == nil }

  /// The same query at another place.
  package func at(_ path: TreePath) -> TreeQuery {
    var query = TreeQuery(path)
    (query.ordering, query.start, query.end, query.limit, query.isOrdered) = (ordering, start, end, limit, isOrdered)
    return query
  }
}
