extension PackedWriter {
  /// A node with everything below it. It holds no server values; null stands for nothing.
  package mutating func append(_ tree: Tree) {
    guard let priority = tree.priority else { return appendContent(tree) }
    append(Packed.Tag.priority)
    append(priority)
    appendContent(tree)
  }

  private mutating func appendContent(_ tree: Tree) {
    if let scalar = tree.scalar { return append(scalar) }
    let children = tree.children
    guard !children.isEmpty else { return append(Packed.Tag.null) }
    append(Packed.Tag.branch)
    append(varint: children.count)
    for (key, child) in children {
      append(key: key)
      append(child)
    }
  }
}

extension PackedReader {
  /// A node with everything below it.
  package mutating func tree(_ bytes: Span<UInt8>, depth: Int = 0) throws(PackedProblem) -> Tree {
    let tag = try byte(bytes)
    guard tag == Packed.Tag.priority else { return try content(bytes, tag, depth) }
    let priority = try scalar(bytes, try byte(bytes))
    let tree = try content(bytes, try byte(bytes), depth)
    if tree.isNull { throw PackedProblem("a priority of nothing") }
    return tree.with(priority: priority)
  }

  private mutating func content(_ bytes: Span<UInt8>, _ tag: UInt8, _ depth: Int) throws(PackedProblem) -> Tree {
    switch tag {
    case Packed.Tag.null: return .null
    case Packed.Tag.branch: return try branch(bytes, depth)
    default: return Tree(try scalar(bytes, tag))
    }
  }

  private mutating func branch(_ bytes: Span<UInt8>, _ depth: Int) throws(PackedProblem) -> Tree {
    guard depth < Packed.deepest else { throw PackedProblem("nodes nest too deep") }
    var children: [(TreeKey, Tree)] = []
    for _ in 0..<(try count(bytes)) {
      let key = try Self.key(bytes, try text(bytes))
      if let last = children.last?.0, last >= key { throw PackedProblem("keys out of order") }
      let child = try tree(bytes, depth: depth + 1)
      if child.isNull { throw PackedProblem("a child that is nothing") }
      children.append((key, child))
    }
    if children.isEmpty { throw PackedProblem("a branch without children") }
    return .branch(children)
  }

  package mutating func scalar(_ bytes: Span<UInt8>, _ tag: UInt8) throws(PackedProblem) -> Tree.Scalar {
    switch tag {
    case Packed.Tag.false: return .bool(false)
    case Packed.Tag.true: return .bool(true)
    case Packed.Tag.integer: return .int(try zigzag(bytes))
    case Packed.Tag.double: return .double(try double(bytes))
    case Packed.Tag.string: return .string(try Self.string(bytes, try text(bytes)))
    case Packed.Tag.shortInteger...: return .int(Int64(tag - Packed.Tag.shortInteger))
    case Packed.Tag.shortString...: return .string(try Self.string(bytes, try take(bytes, Int(tag - Packed.Tag.shortString))))
    default: throw PackedProblem("an unknown kind of node: \(tag)")
    }
  }
}
