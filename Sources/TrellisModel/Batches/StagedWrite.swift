import TrellisDatabase
import TrellisTree

/// Changes of places anywhere in the tree that become one atomic write. No two of the places overlap.
struct StagedWrite {
  private var changes: [TreePath: Tree] = [:]
  /// Places above those of the changes: how many there are below.
  private var above: [TreePath: Int] = [:]
  private var conditions: [TreeWrite.Condition] = []

  var isEmpty: Bool { changes.isEmpty }

  /// Replaces what stands at a place, and what was staged there or below.
  mutating func stage(_ path: TreePath, _ tree: Tree) {
    if let (outer, rest) = change(above: path) {
      // A change above takes this one in.
      changes[outer]?[path: rest] = tree
      return
    }
    if above[path] != nil {
      for below in changes.keys where below != path && path.contains(below) { forget(below) }
    }
    if changes.updateValue(tree, forKey: path) == nil {
      for place in path.above { above[place, default: 0] += 1 }
    }
  }

  private mutating func forget(_ path: TreePath) {
    changes[path] = nil
    for place in path.above {
      let count = (above[place] ?? 1) - 1
      above[place] = count > 0 ? count : nil
    }
  }

  mutating func require(_ condition: TreeWrite.Condition) { conditions.append(condition) }

  /// What is staged for a place; nil when nothing is.
  func staged(_ path: TreePath) -> Tree? {
    if let tree = changes[path] { return tree }
    return change(above: path).flatMap { outer, rest in changes[outer]?[path: rest] }
  }

  /// Whether something is staged below a place.
  func hasChanges(below path: TreePath) -> Bool { above[path] != nil }

  private func change(above path: TreePath) -> (TreePath, rest: TreePath)? {
    path.above.first { changes[$0] != nil }.map { ($0, path.rest(below: $0)) }
  }

  func made() throws -> TreeWrite {
    do throws(TreeWrite.Invalid) {
      var write = try TreeWrite.update(.root, changes)
      write.condition = conditions.count > 1 ? .all(conditions) : conditions.first
      return write
    } catch {
      throw TrellisError(error)
    }
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
    for outer in path.above {
      if let value = values[outer] { return value[path: path.rest(below: outer)] }
    }
    return nil
  }
}

extension TreePath {
  /// The places above this one, from the root down.
  fileprivate var above: some Sequence<TreePath> {
    (0..<keys.count).lazy.map { TreePath(Array(keys.prefix($0))) }
  }

  fileprivate func rest(below outer: TreePath) -> TreePath { TreePath(Array(keys.dropFirst(outer.keys.count))) }
}
