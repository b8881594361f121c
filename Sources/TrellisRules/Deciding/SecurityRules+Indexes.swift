public import TrellisTree

/// What `.indexOn` says. It never decides who may read. (Rules §2.)
extension SecurityRules {
  /// The index that a query needs and these rules do not declare. Orders by key and by priority need none.
  ///
  /// ```swift
  /// if let missing = rules.missingIndex(for: TreeQuery("murals").ordered(by: .child("year"))) { print(missing) }
  /// ```
  public func missingIndex(for query: TreeQuery) -> MissingIndex? {
    guard let name = Self.indexName(of: query.ordering), !declaresIndex(of: query.path, by: query.ordering) else { return nil }
    return MissingIndex(path: query.path, name: name)
  }

  /// Whether `.indexOn` at a place names what its children are ordered by.
  func declaresIndex(of path: TreePath, by ordering: TreeQuery.Ordering) -> Bool {
    guard let name = Self.indexName(of: ordering), let node = root.node(at: path) else { return false }
    return node.indexes.contains { CodeUnits.equal($0, name) }
  }

  private static func indexName(of ordering: TreeQuery.Ordering) -> String? {
    switch ordering {
    case .key, .priority: nil
    case .value: ".value"
    case .child(let path): path.keys.map(\.text).joined(separator: "/")
    }
  }
}

extension RuleNode {
  /// The node that stands for a place.
  fileprivate func node(at path: TreePath) -> RuleNode? {
    var node = self
    for key in path.keys {
      guard let next = node.node(for: key) else { return nil }
      node = next.node
    }
    return node
  }
}
