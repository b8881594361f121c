extension PackedWriter {
  package mutating func append(_ commit: Commit) {
    append(zigzag: commit.number)
    append(zigzag: commit.milliseconds)
    append(text: commit.origin.map { [1] + Array($0.utf8) } ?? [])
    append(varint: commit.changes.count)
    for change in commit.changes {
      append(change.target == .node ? UInt8(0) : 1)
      append(change.path)
      append(change.value)
    }
  }

  package mutating func append(_ path: TreePath) {
    append(varint: path.keys.count)
    for key in path.keys { append(text: key.utf8) }
  }
}

extension PackedReader {
  package mutating func commit() throws(PackedProblem) -> Commit {
    let number = try zigzag()
    let milliseconds = try zigzag()
    let origin = try text()
    let name = origin.isEmpty ? nil : try string(origin.dropFirst())
    var changes: [TreeWrite.Change] = []
    for _ in 0..<(try count()) {
      let target = try byte()
      guard target <= 1 else { throw PackedProblem("an unknown kind of change: \(target)") }
      changes.append(TreeWrite.Change(try path(), try tree(), target: target == 0 ? .node : .priority))
    }
    return Commit(number: number, milliseconds: milliseconds, changes: changes, origin: name)
  }

  package mutating func path() throws(PackedProblem) -> TreePath {
    var keys: [TreeKey] = []
    for _ in 0..<(try count()) { keys.append(try key(try text())) }
    return TreePath(keys)
  }
}
