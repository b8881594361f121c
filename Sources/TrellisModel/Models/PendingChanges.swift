import TrellisDatabase
import TrellisTree

/// Local changes of a model that have not been saved. No two of their places overlap, as an atomic write wants it.
struct PendingChanges {
  private struct Change {
    var tree: Tree
    /// Tells a change made while a write is under way from the one that is being written.
    var revision: Int
    /// Why the value cannot be stored.
    var error: (any Error)?
  }

  private var changes: [TreePath: Change] = [:]
  private var revision = 0

  var isEmpty: Bool { changes.isEmpty }
  var values: [TreePath: Tree] { changes.mapValues(\.tree) }

  /// The first value that cannot be stored.
  var firstError: (path: TreePath, error: any Error)? {
    changes.filter { $0.value.error != nil }.min { $0.key < $1.key }.flatMap { path, change in change.error.map { (path, $0) } }
  }

  mutating func stage(_ path: TreePath, _ tree: Tree) { put(path, tree, error: nil) }
  mutating func stage(_ path: TreePath, failing error: any Error) { put(path, .null, error: error) }

  private mutating func put(_ path: TreePath, _ tree: Tree, error: (any Error)?) {
    revision += 1
    // A change above takes this one in.
    if let above = changes.keys.first(where: { $0 != path && $0.contains(path) }) {
      let rest = TreePath(Array(path.keys.dropFirst(above.keys.count)))
      changes[above]?.tree[path: rest] = tree
      changes[above]?.revision = revision
      if let error { changes[above]?.error = error }
      return
    }
    for below in changes.keys where below != path && path.contains(below) { changes[below] = nil }
    changes[path] = Change(tree: tree, revision: revision, error: error)
  }

  mutating func discard(below path: TreePath) {
    changes = changes.filter { !path.contains($0.key) }
  }

  /// Forgets the changes that were written, but not those made since.
  mutating func forget(_ written: PendingChanges, below prefix: TreePath) {
    for (path, change) in written.changes {
      let place = prefix.appending(path)
      if changes[place]?.revision == change.revision { changes[place] = nil }
    }
  }

  /// The changes at and below a place, seen from there.
  func below(_ prefix: TreePath) -> PendingChanges {
    var result = PendingChanges()
    for (path, change) in changes {
      if prefix.contains(path) {
        result.changes[TreePath(Array(path.keys.dropFirst(prefix.keys.count)))] = change
      } else if path.contains(prefix) {
        // The place is part of a larger change.
        var part = change
        part.tree = change.tree[path: TreePath(Array(prefix.keys.dropFirst(path.keys.count)))]
        result.changes[.root] = part
      }
    }
    return result
  }

  /// A tree with the changes made. Server values show as local estimates (data model §8).
  func applied(to tree: Tree) -> Tree {
    var result = tree
    let now = Clock.milliseconds()
    for (path, change) in changes {
      result[path: path] = change.tree.resolved(now: now, against: tree[path: path])
    }
    return result
  }
}
