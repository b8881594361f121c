import TrellisDatabase
import TrellisTree

/// Changes of places anywhere in the tree that become one atomic write. No two of the places overlap.
struct StagedWrite {
  private var root = Place()
  private var conditions: [TreeWrite.Condition] = []

  /// A place at which something is staged, or below which something is, but never both.
  fileprivate struct Place {
    var tree: Tree?
    var below: [TreeKey: Place] = [:]
  }

  var isEmpty: Bool { root.tree == nil && root.below.isEmpty }

  /// Replaces what stands at a place, and what was staged there or below.
  mutating func stage(_ path: TreePath, _ tree: Tree) { root.stage(path.keys[...], tree) }

  mutating func require(_ condition: TreeWrite.Condition) { conditions.append(condition) }

  /// What is staged for a place; nil when nothing is.
  func staged(_ path: TreePath) -> Tree? { root.staged(path.keys[...]) }

  func made() throws -> TreeWrite {
    var changes: [TreeWrite.Change] = []
    root.collect(.root, into: &changes)
    do throws(TreeWrite.Invalid) {
      var write = try TreeWrite.update(changes)
      write.condition = conditions.count > 1 ? .all(conditions) : conditions.first
      return write
    } catch {
      throw TrellisError(error)
    }
  }
}

extension StagedWrite.Place {
  mutating func stage(_ keys: ArraySlice<TreeKey>, _ new: Tree) {
    guard let key = keys.first else {
      self = Self(tree: new)
      return
    }
    if tree != nil {
      // A change above takes this one in.
      tree?[path: TreePath(Array(keys))] = new
    } else {
      below[key, default: Self()].stage(keys.dropFirst(), new)
    }
  }

  func staged(_ keys: ArraySlice<TreeKey>) -> Tree? {
    if let tree { return tree[path: TreePath(Array(keys))] }
    return keys.first.flatMap { below[$0] }?.staged(keys.dropFirst())
  }

  /// In the order of the tree, in which a write keeps its changes.
  func collect(_ path: TreePath, into changes: inout [TreeWrite.Change]) {
    if let tree { changes.append(TreeWrite.Change(path, tree)) }
    for (key, place) in below.sorted(by: { $0.key < $1.key }) { place.collect(path.appending(key), into: &changes) }
  }
}

/// What a commit has left at the places that it wrote.
struct CommittedPlaces {
  private let values: [TreePath: Tree]

  init(_ commit: Commit) {
    values = Dictionary(commit.changes.lazy.filter { $0.target == .node }.map { ($0.path, $0.value) }) { _, last in last }
  }

  /// Nil for a place that it did not write.
  func value(at path: TreePath) -> Tree? {
    if let value = values[path] { return value }
    for depth in path.keys.indices {
      if let value = values[TreePath(Array(path.keys[..<depth]))] { return value[path: TreePath(Array(path.keys[depth...]))] }
    }
    return nil
  }
}
