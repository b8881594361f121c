package import TrellisTree

/// What is to be written when a connection ends: values by place, in the order they were asked for, none at or below
/// another of the same user (data model §10). Server values in them are filled in when they are written.
package struct DisconnectWrites: Sendable {
  package struct Entry: Sendable, Equatable {
    package let path: TreePath
    package fileprivate(set) var value: Tree
    package let auth: Auth?
  }

  package private(set) var entries: [Entry] = []

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }

  /// A value for a place. It replaces what was remembered there and below; below a place that is remembered it becomes part of
  /// the value there.
  package mutating func remember(_ path: TreePath, _ value: Tree, as auth: Auth?) {
    let above = entries.firstIndex { $0.auth == auth && $0.path != path && $0.path.contains(path) }
    if let above {
      entries[above].value[path: path.relative(to: entries[above].path)] = value
    } else {
      entries.removeAll { path.contains($0.path) }
      entries.append(Entry(path: path, value: value, auth: auth))
    }
  }

  /// Forgets a place and all below it. What is remembered above is taken apart: its other children stay.
  package mutating func forget(_ path: TreePath) {
    entries.removeAll { path.contains($0.path) }
    while let above = entries.firstIndex(where: { $0.path.contains(path) && $0.value.leaf == nil }) {
      let entry = entries[above]
      let parts = entry.value.children.map { Entry(path: entry.path.appending($0.key), value: $0.value, auth: entry.auth) }
      entries.replaceSubrange(above...above, with: parts.filter { !path.contains($0.path) })
    }
  }

  /// The writes, one for each run of entries of one user.
  package func writes() throws(TreeWrite.Invalid) -> [(write: TreeWrite, auth: Auth?)] {
    var writes: [(TreeWrite, Auth?)] = []
    var rest = entries[...]
    while let first = rest.first {
      let run = rest.prefix { $0.auth == first.auth }
      rest = rest.dropFirst(run.count)
      writes.append((try .update(run.map { TreeWrite.Change($0.path, $0.value) }), first.auth))
    }
    return writes
  }
}

extension TreePath {
  /// What leads from a place above to this one.
  fileprivate func relative(to above: TreePath) -> TreePath { TreePath(Array(keys.dropFirst(above.keys.count))) }
}
