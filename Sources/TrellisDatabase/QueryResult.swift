public import TrellisPages
package import TrellisQueries
public import TrellisTree

/// What a query found: children in the query's order, all of one version of the tree.
///
/// ```swift
/// let result = try await database.get(TreeQuery("artists").ordered(by: .child("lastName")).first(10))
/// for (key, artist) in result { print(key, artist["lastName"].string ?? "-") }
/// ```
public struct QueryResult: Sendable {
  package let view: QueryView
  /// How fresh it is.
  public internal(set) var source = Snapshot.Source.latest

  package init(_ view: QueryView) { self.view = view }

  package init(_ query: TreeQuery, root: TreeSnapshot, index: IndexSnapshot? = nil) {
    view = QueryView(query, root[path: query.path], index: index)
  }

  public var query: TreeQuery { view.query }
  /// What stands at the query's path: all of it, whatever the range and the limit.
  public var node: TreeSnapshot { view.node }

  /// The result as a value. Without range and limit it is the whole node, leaf and priority included; else a branch of
  /// the children found (data model §5.2).
  public var tree: Tree {
    query.loadsAllData ? node.tree : .branch(view.rows.map { ($0.key, $0.node.tree) })
  }

  public var keys: [TreeKey] { view.rows.map(\.key) }

  /// Whether the other result, of the same query, shows the same. Cheap when little changed in between.
  package func isEqual(to other: QueryResult) -> Bool {
    if node.isIdentical(to: other.node) { return true }
    if query.loadsAllData { return node.isEqual(to: other.node) }
    return view.rows.count == other.view.rows.count
      && zip(view.rows, other.view.rows).allSatisfy { $0.key == $1.key && $0.node.isEqual(to: $1.node) }
  }
}

extension QueryResult: RandomAccessCollection {
  public typealias Element = (key: TreeKey, node: TreeSnapshot)

  public var startIndex: Int { 0 }
  public var endIndex: Int { view.count }
  public subscript(position: Int) -> Element {
    let row = view.rows[position]
    return (row.key, row.node)
  }

  public func makeIterator() -> Iterator { Iterator(rows: view.rows.makeIterator()) }

  public struct Iterator: IteratorProtocol {
    fileprivate var rows: IndexingIterator<[QueryRow<TreeSnapshot>]>

    public mutating func next() -> Element? { rows.next().map { ($0.key, $0.node) } }
  }
}
