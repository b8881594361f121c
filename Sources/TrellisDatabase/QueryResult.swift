public import TrellisPages
import TrellisQueries
public import TrellisTree

/// What a query found: children in the query's order, all of one version of the tree.
///
/// ```swift
/// let result = try await database.get(TreeQuery("artists").ordered(by: .child("lastName")).first(10))
/// for (key, artist) in result { print(key, artist["lastName"].string ?? "-") }
/// ```
public struct QueryResult: Sendable {
  public let query: TreeQuery
  /// What stands at the query's path: all of it, whatever the range and the limit.
  public let node: TreeSnapshot
  private let rows: [QueryRow<TreeSnapshot>]

  package init(_ query: TreeQuery, root: TreeSnapshot) {
    self.query = query
    node = root[path: query.path]
    rows = query.rows(in: node)
  }

  /// The result as a value. Without range and limit it is the whole node, leaf and priority included; else a branch of
  /// the children found (data model §5.2).
  public var tree: Tree {
    query.loadsAllData ? node.tree : .branch(rows.map { ($0.key, $0.node.tree) })
  }

  public var keys: [TreeKey] { rows.map(\.key) }

  /// Whether the other result, of the same query, shows the same. Cheap when little changed in between.
  package func isEqual(to other: QueryResult) -> Bool {
    if node.isIdentical(to: other.node) { return true }
    if query.loadsAllData { return node.isEqual(to: other.node) }
    return rows.count == other.rows.count
      && zip(rows, other.rows).allSatisfy { $0.key == $1.key && $0.node.isEqual(to: $1.node) }
  }
}

extension QueryResult: RandomAccessCollection {
  public typealias Element = (key: TreeKey, node: TreeSnapshot)

  public var startIndex: Int { 0 }
  public var endIndex: Int { rows.count }
  public subscript(position: Int) -> Element { (rows[position].key, rows[position].node) }
}
