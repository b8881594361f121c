import TrellisPages
import TrellisTree

/// An index at one version of the tree.
package struct IndexSnapshot: Sendable {
  let ordering: TreeQuery.Ordering
  let groups: TreeSnapshot

  /// Whether key order is the order.
  package var isTrivial: Bool { groups.count == 0 }

  /// The keys of a node's children in the index's order, from a point on in a direction. `node` is of the same version.
  func keys(of node: TreeSnapshot, from start: Start?, _ direction: TreeDirection) -> Keys {
    Keys(index: self, node: node, start, direction)
  }

  /// Where to begin: at a point, or right behind it in the direction of travel.
  struct Start {
    let point: OrderPoint
    let isInclusive: Bool
  }
}

extension IndexSnapshot {
  struct Keys {
    private let index: IndexSnapshot
    private let node: TreeSnapshot
    private let direction: TreeDirection
    private var groups: TreeSnapshot.Cursor
    private var group: Group?

    /// Children with one value, or with values that are written alike.
    private enum Group {
      case same(TreeSnapshot.Cursor)
      case sorted(ArraySlice<TreeKey>)
    }

    fileprivate init(index: IndexSnapshot, node: TreeSnapshot, _ start: Start?, _ direction: TreeDirection) {
      self.index = index
      self.node = node
      self.direction = direction
      guard let start else {
        groups = index.groups.cursor(from: .unbounded, direction)
        return
      }
      let value = start.point.value.sortingKey
      groups = index.groups.cursor(from: .past(value), direction)
      group = open(value, index.groups[value], start)
    }

    mutating func next() -> TreeKey? {
      while true {
        if let key = nextInGroup() { return key }
        guard groups.next() else { return nil }
        group = open(groups.key, groups.node, nil)
      }
    }

    private mutating func nextInGroup() -> TreeKey? {
      switch group {
      case nil: return nil
      case .same(var members):
        let isThere = members.next()
        group = .same(members)
        return isThere ? members.key : nil
      case .sorted(var keys):
        let key = keys.popFirst()
        group = .sorted(keys)
        return key
      }
    }

    private func open(_ value: TreeKey, _ members: TreeSnapshot, _ start: Start?) -> Group {
      if value.isExactSorting {
        guard let start else { return .same(members.cursor(from: .unbounded, direction)) }
        let key = start.point.key
        return .same(members.cursor(from: start.isInclusive ? .at(key) : .past(key), direction))
      }
      // Long strings that begin alike: they are few, and looked at one by one.
      var points = members.children.map { OrderPoint(index.ordering.value(of: node[$0.key]), $0.key) }.sorted()
      if direction == .backward { points.reverse() }
      if let start {
        points.removeAll { point in
          if point == start.point { return !start.isInclusive }
          return direction == .forward ? point < start.point : start.point < point
        }
      }
      return .sorted(points.map(\.key)[...])
    }
  }
}
