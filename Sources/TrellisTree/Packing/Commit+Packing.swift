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
    for key in path.keys { append(key: key) }
  }
}

extension PackedReader {
  package mutating func commit(_ bytes: Span<UInt8>) throws(PackedProblem) -> Commit {
    let number = try zigzag(bytes)
    let milliseconds = try zigzag(bytes)
    let origin = try text(bytes)
    let name = origin.isEmpty ? nil : try Self.string(bytes, origin.dropFirst())
    var changes: [TreeWrite.Change] = []
    for _ in 0..<(try count(bytes)) {
      let target = try byte(bytes)
      guard target <= 1 else { throw PackedProblem("an unknown kind of change: \(target)") }
      changes.append(TreeWrite.Change(try path(bytes), try tree(bytes), target: target == 0 ? .node : .priority))
    }
    return Commit(number: number, milliseconds: milliseconds, changes: changes, origin: name)
  }

  package mutating func path(_ bytes: Span<UInt8>) throws(PackedProblem) -> TreePath {
    var keys: [TreeKey] = []
    for _ in 0..<(try count(bytes)) { keys.append(try Self.key(bytes, try text(bytes))) }
    return TreePath(keys)
  }
}
