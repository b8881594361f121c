package import TrellisTree

/// What a child is ordered by, in the order of data model §3.2: nothing, booleans, numbers, strings, branches. All
/// branches are equal; ties go by key.
package enum OrderValue: Sendable, Hashable {
  case nothing
  case scalar(Tree.Scalar)
  case branch

  /// The value of a node itself; its priority plays no part.
  package init(of node: some TreeReading) {
    if let scalar = node.scalar {
      self = .scalar(scalar)
    } else {
      self = node.count > 0 ? .branch : .nothing
    }
  }

  package init(_ scalar: Tree.Scalar?) {
    self = scalar.map { .scalar($0) } ?? .nothing
  }
}

extension OrderValue: Comparable {
  package static func < (a: OrderValue, b: OrderValue) -> Bool {
    switch (a, b) {
    case (.scalar(let a), .scalar(let b)): a < b
    default: a.rank < b.rank
    }
  }

  var rank: Int {
    switch self {
    case .nothing: 0
    case .scalar: 1
    case .branch: 2
    }
  }
}

extension TreeQuery.Ordering {
  /// What a child is ordered by. In key order all children tie, and the key decides.
  package func value(of child: some TreeReading) -> OrderValue {
    switch self {
    case .key: .nothing
    case .priority: OrderValue(child.priority)
    case .value: OrderValue(of: child)
    case .child(let path): OrderValue(of: child.node(at: path.keys))
    }
  }
}
