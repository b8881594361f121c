import TrellisDatabase
import TrellisTree

/// Local changes of a model that have not been saved. No two of their places overlap, as an atomic write wants it.
struct PendingChanges {
  private struct Change {
    var tree: Tree
    /// Tells a change made while a write is under way from the one that is being written.
    var revision: Int
  }

  private var changes: [TreePath: Change] = [:]
  /// Why values cannot be stored, each at its own place, which is that of a change or below it.
  private var errors: [TreePath: any Error] = [:]
  private var revision = 0

  var isEmpty: Bool { changes.isEmpty }
  var values: [TreePath: Tree] { changes.mapValues(\.tree) }
  /// Whether nothing is left where there was nothing before, and all of them can be stored.
  var deletesOnly: Bool { errors.isEmpty && changes.values.allSatisfy { $0.tree.isNull } }

  /// What they make of a place where nothing is.
  var tree: Tree {
    guard changes.keys.allSatisfy({ $0.keys.count == 1 }) else {
      return changes.reduce(into: .null) { $0[path: $1.key] = $1.value.tree }
    }
    return .branch(changes.map { ($0.key.keys[0], $0.value.tree) })
  }

  /// The values that cannot be stored, and why, in the order of their places.
  var unstorable: [(path: TreePath, error: any Error)] { errors.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }

  mutating func stage(_ path: TreePath, _ tree: Tree) { put(path, tree, error: nil) }
  mutating func stage(_ path: TreePath, failing error: any Error) { put(path, .null, error: error) }

  /// Has the datastore fill in its time at a place, unless something else is to be written there.
  mutating func maintain(_ path: TreePath) {
    if !changes.keys.contains(where: { $0.contains(path) || path.contains($0) }) { stage(path, .timestamp) }
  }

  private mutating func put(_ path: TreePath, _ tree: Tree, error: (any Error)?) {
    revision += 1
    errors = errors.filter { !path.contains($0.key) }
    errors[path] = error
    // A change above takes this one in.
    if let above = changes.keys.first(where: { $0 != path && $0.contains(path) }) {
      let rest = TreePath(Array(path.keys.dropFirst(above.keys.count)))
      changes[above]?.tree[path: rest] = tree
      changes[above]?.revision = revision
      return
    }
    for below in changes.keys where below != path && path.contains(below) { changes[below] = nil }
    changes[path] = Change(tree: tree, revision: revision)
  }

  /// Forgets the changes at and below a place. What a change above it makes of the place becomes what is stored there.
  mutating func discard(below path: TreePath, stored: @autoclosure () -> Tree) {
    changes = changes.filter { !path.contains($0.key) }
    errors = errors.filter { !path.contains($0.key) }
    if changes.keys.contains(where: { $0.contains(path) }) { stage(path, stored()) }
  }

  /// Forgets the changes that were written, but not those made since.
  mutating func forget(_ written: PendingChanges, below prefix: TreePath) {
    for (path, change) in written.changes {
      let place = prefix.appending(path: path)
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
    for (path, error) in errors where prefix.contains(path) || path.contains(prefix) {
      result.errors[TreePath(Array(path.keys.dropFirst(prefix.keys.count)))] = error
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
