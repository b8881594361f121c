import TrellisPages
import TrellisTree

/// What lies between two views of a query.
package struct ViewChange: Sendable {
  /// In the order of data model §6.3.
  package let events: [ChildEvent]
  /// Whether the result as a value has changed: then a value event ends the list (§6.2).
  package let isVisible: Bool
}

extension QueryView {
  /// What a new observer is told: all children, each behind the one before (data model §6.6).
  package var initialChange: ViewChange {
    var previous: TreeKey?
    let events = rows.map { row in
      defer { previous = row.key }
      return ChildEvent(.added, row.key, row.node, after: previous)
    }
    return ViewChange(events: events, isVisible: true)
  }

  /// What has changed since an older view of the same query. With an index, or in key order, O(changes · log n).
  package func change(since old: QueryView) -> ViewChange {
    if node.isIdentical(to: old.node) { return ViewChange(events: [], isVisible: false) }
    let differences = query.limit == nil ? differences(from: old) : windowDifferences(from: old)
    let events = differences.events(in: self)
    return ViewChange(events: events, isVisible: !events.isEmpty || differsAsLeaf(from: old))
  }

  /// Values and the node's own priority are part of an unfiltered result only.
  private func differsAsLeaf(from old: QueryView) -> Bool {
    guard query.loadsAllData else { return false }
    if node.priority != old.node.priority { return true }
    return node.count == 0 && !node.isEqual(to: old.node)
  }

  // MARK: What differs

  /// Without a limit a child's place in the result depends on itself alone.
  private func differences(from old: QueryView) -> Differences {
    var differences = Differences(query.ordering)
    diffChildren(old.node, node) { key, before, after in
      let wasThere = before.exists && contains(key, before)
      let isThere = after.exists && contains(key, after)
      differences.add(key, wasThere ? before : nil, isThere ? after : nil)
    }
    return differences
  }

  /// With a limit the result is short, and compared as a whole (§5.5: what a window loses and wins is what its rows say).
  private func windowDifferences(from old: QueryView) -> Differences {
    var differences = Differences(query.ordering)
    var before: [TreeKey: TreeSnapshot] = [:]
    for row in old.rows { before[row.key] = row.node }
    for row in rows { differences.add(row.key, before.removeValue(forKey: row.key), row.node) }
    for row in old.rows where before[row.key] != nil { differences.add(row.key, row.node, nil) }
    return differences
  }
}

/// Children that differ between two views.
private struct Differences {
  private let ordering: TreeQuery.Ordering
  private var removed: [QueryRow<TreeSnapshot>] = []
  private var added: [QueryRow<TreeSnapshot>] = []
  private var moved: [QueryRow<TreeSnapshot>] = []
  private var changed: [QueryRow<TreeSnapshot>] = []

  init(_ ordering: TreeQuery.Ordering) { self.ordering = ordering }

  mutating func add(_ key: TreeKey, _ old: TreeSnapshot?, _ new: TreeSnapshot?) {
    switch (old, new) {
    case (nil, nil): break
    case (let old?, nil): removed.append(row(key, old))
    case (nil, let new?): added.append(row(key, new))
    case (let old?, let new?):
      if new.isIdentical(to: old) || new.isEqual(to: old) { break }
      let row = row(key, new)
      changed.append(row)
      // In value order every change is a move (data model §3.5).
      if ordering == .value || ordering.value(of: old) != row.value { moved.append(row) }
    }
  }

  private func row(_ key: TreeKey, _ node: TreeSnapshot) -> QueryRow<TreeSnapshot> { QueryRow(key, node, ordering.value(of: node)) }

  func events(in view: QueryView) -> [ChildEvent] {
    func events(_ kind: ChildEvent.Kind, _ rows: [QueryRow<TreeSnapshot>]) -> [ChildEvent] {
      rows.sorted { $0.point < $1.point }.map { row in
        ChildEvent(kind, row.key, row.node, after: kind == .removed ? nil : view.key(before: row.point))
      }
    }
    return events(.removed, removed) + events(.added, added) + events(.moved, moved) + events(.changed, changed)
  }
}
