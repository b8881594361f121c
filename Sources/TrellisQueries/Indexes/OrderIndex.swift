package import TrellisPages
package import TrellisTree

/// The children of one node in another order than that of keys, for one version of the tree after the other.
///
/// It is a small tree beside the data, in pages of its own: `<value>/<child key>: true`, the value written so that it
/// sorts (`TreeKey(sorting:)`). When all children have nothing to be ordered by, as most have no priority, key order
/// is all there is to it and nothing is stored.
///
/// One thread at a time updates it; what `snapshot` gives may be read by any number meanwhile.
package final class OrderIndex: Sendable {
  package let ordering: TreeQuery.Ordering
  private let arena = Arena()

  /// An index of a node's children. O(n log n).
  package init(_ ordering: TreeQuery.Ordering, of node: TreeSnapshot) {
    self.ordering = ordering
    var entries: [(value: TreeKey, key: TreeKey)] = []
    entries.reserveCapacity(node.count)
    var isTrivial = true
    node.forEachChild { key, child in
      let value = ordering.value(of: child)
      if value != .nothing { isTrivial = false }
      entries.append((value.sortingKey, key))
    }
    if isTrivial { return }
    // Children come in key order, and sorting keeps it among equal values.
    entries.sort { $0.value != $1.value ? $0.value < $1.value : $0.key < $1.key }
    var edit = arena.begin()
    edit.set([], Self.tree(of: entries))
    _ = edit.publish()
  }

  private static func tree(of entries: [(value: TreeKey, key: TreeKey)]) -> Tree {
    var groups = ContiguousArray<Tree.Children.Element>()
    var members = ContiguousArray<Tree.Children.Element>()
    for (i, entry) in entries.enumerated() {
      members.append((entry.key, true))
      guard i == entries.count - 1 || entries[i + 1].value != entry.value else { continue }
      groups.append((entry.value, Tree(children: Tree.Children(sorted: members))))
      members.removeAll(keepingCapacity: true)
    }
    return Tree(children: Tree.Children(sorted: groups))
  }

  /// The index as it is now.
  package var snapshot: IndexSnapshot { IndexSnapshot(ordering: ordering, groups: arena.pin()) }

  /// Bytes it takes in memory.
  package var byteCount: Int { arena.statistics.liveBytes }
}

extension OrderIndex {
  /// A child before and after a change.
  package struct Change {
    let key: TreeKey
    let old: TreeSnapshot
    let new: TreeSnapshot

    package init(_ key: TreeKey, old: TreeSnapshot, new: TreeSnapshot) {
      self.key = key
      self.old = old
      self.new = new
    }
  }

  /// Follows changes of children, each at most once. O(log n) for each whose value has changed.
  ///
  /// - Returns: false when it cannot follow and is to be made anew: nothing had a value so far.
  package func update(_ changes: [Change]) -> Bool {
    let isTrivial = arena.pin().count == 0
    var edit: Edit?
    for change in changes {
      let old = change.old.exists ? ordering.value(of: change.old) : nil
      let new = change.new.exists ? ordering.value(of: change.new) : nil
      if old == new { continue }
      if isTrivial {
        guard new == nil || new == .nothing else { return false }
        continue
      }
      if edit == nil { edit = arena.begin() }
      if let old { edit?.remove([old.sortingKey, change.key]) }
      if let new { edit?.set([new.sortingKey, change.key], scalar: .bool(true)) }
    }
    if let edit = edit.take() { _ = edit.publish() }
    return true
  }
}

extension OrderValue {
  /// What it is filed under.
  var sortingKey: TreeKey {
    switch self {
    case .nothing: .sortingNothing
    case .scalar(let scalar): TreeKey(sorting: scalar)
    case .branch: .sortingBranch
    }
  }
}
