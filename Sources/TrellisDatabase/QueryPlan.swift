import TrellisPages
package import TrellisQueries
public import TrellisTree

/// How a query is answered, and what it costs.
///
/// ```swift
/// print(try await database.explain(query))    // "/artists by lastName: index; 10 of 20000 children visited, 10 found"
/// ```
public struct QueryPlan: Sendable, CustomStringConvertible {
  public enum Strategy: String, Sendable {
    /// The tree is in key order itself.
    case keyOrder = "key order"
    /// An index holds the children in the query's order.
    case index
    /// All children are looked at, and sorted.
    case scan
  }

  public let query: TreeQuery
  public let strategy: Strategy
  /// Children that are looked at.
  public let visited: Int
  /// Children that are there.
  public let count: Int
  /// Children that are found.
  public let found: Int
  /// What would make it cheaper; nil when nothing would.
  public let advice: String?

  package init(explaining view: QueryView, isIndexed: Bool, advice: String? = nil) {
    query = view.query
    strategy = query.ordering == .key ? .keyOrder : (isIndexed ? .index : .scan)
    count = view.node.count
    found = view.count
    // One more than is found shows where the range ends.
    visited = strategy == .scan ? count : Swift.min(found + (query.limit == nil ? 1 : 0), count)
    self.advice = advice
  }

  public var description: String {
    let order: String =
      switch query.ordering {
      case .priority: "priority"
      case .key: "key"
      case .value: "value"
      case .child(let path): path.keys.map(\.text).joined(separator: "/")
      }
    let cost = "\(query.path) by \(order): \(strategy.rawValue); \(visited) of \(count) children visited, \(found) found"
    return advice.map { "\(cost). \($0)" } ?? cost
  }
}
