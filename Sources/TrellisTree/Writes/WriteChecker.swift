/// Checks the limits of writes (data model §2.3, §2.4), in one walk over each value.
package struct WriteChecker {
  static let maximumDepth = 32
  static let maximumPathBytes = 768
  static let maximumStringBytes = 10 * 1024 * 1024

  private(set) var hasServerValues = false
  /// The place being looked at, for messages.
  private var keys: [TreeKey] = []
  private var pathBytes = 0

  /// A tree that did not come by writes: the content of a document, say.
  package static func check(_ node: some TreeReading) throws(TreeWrite.Invalid) {
    var checker = WriteChecker()
    try checker.check(node)
  }

  /// Whether no document so deep, with keys and strings no longer than that, can break a limit: most need no walk.
  package static func isHarmless(depth: Int, longestKey: Int, longestString: Int) -> Bool {
    // Placeholders and priorities, which are members in a document, are there already; three levels more are on the safe side.
    depth + 3 <= maximumDepth && depth * (longestKey + 1) + 32 <= maximumPathBytes && longestString <= maximumStringBytes
  }

  mutating func check(_ change: TreeWrite.Change) throws(TreeWrite.Invalid) {
    if change.path.isInfo {
      throw TreeWrite.Invalid(.infoIsReadOnly, change.path, "what is below /.info is the client's own state and read only")
    }
    for key in change.path.keys { try check(key, below: change.path) }
    keys = change.path.keys
    pathBytes = keys.reduce(0) { $0 + $1.byteCount + 1 }
    switch change.target {
    case .node: try check(change.value)
    case .priority: if let leaf = change.value.leaf { try check(leaf, in: ".priority") }
    }
  }

  /// A node with everything below it.
  private mutating func check(_ node: some TreeReading) throws(TreeWrite.Invalid) {
    try checkPlace(deeper: 0, extraBytes: 0)
    let priority = node.priorityLeaf
    if let priority {
      guard priority.isPriority else {
        throw invalid(.invalidPriority, "a priority is a number, a string or a server value")
      }
      try check(priority, in: ".priority")
    }
    if let leaf = node.leaf {
      // A leaf with a priority is an object with `.value` when it is sent.
      return priority == nil ? try check(leaf) : try check(leaf, in: ".value")
    }
    var children = node.cursor(from: .unbounded, .forward)
    while children.next() {
      let key = children.key
      try check(key, below: TreePath(keys))
      keys.append(key)
      pathBytes += key.byteCount + 1
      try check(children.node)
      pathBytes -= key.byteCount + 1
      keys.removeLast()
    }
  }

  /// Keys are checked where they are made, but for the few that stand for no node: that of a draft, and the sentinels.
  private func check(_ key: TreeKey, below path: @autoclosure () -> TreePath) throws(TreeWrite.Invalid) {
    if key.isStorable { return }
    throw TreeWrite.Invalid(.invalidKey, path(), "\"\(key)\" is no key of a node; a draft has none before it is inserted")
  }

  /// A leaf in a member that is no child but counts as a level.
  private mutating func check(_ leaf: Tree.Leaf, in member: StaticString) throws(TreeWrite.Invalid) {
    try checkPlace(deeper: 1, extraBytes: member.utf8CodeUnitCount + 1)
    try check(leaf, levels: 1, extraBytes: member.utf8CodeUnitCount + 1)
  }

  private mutating func check(_ leaf: Tree.Leaf, levels: Int = 0, extraBytes: Int = 0) throws(TreeWrite.Invalid) {
    switch leaf {
    case .scalar(let scalar): try check(scalar)
    case .serverValue(let value):
      hasServerValues = true
      guard case .increment(let delta) = value else { return try checkPlace(deeper: levels + 1, extraBytes: extraBytes + 4) }
      // `{".sv": {"increment": 1}}`
      try checkPlace(deeper: levels + 2, extraBytes: extraBytes + 14)
      try check(delta)
    }
  }

  private func check(_ scalar: Tree.Scalar) throws(TreeWrite.Invalid) {
    if !scalar.isFinite { throw invalid(.nonFiniteNumber, "NaN and infinities cannot be stored; use null or a string") }
    guard case .string(let text) = scalar, text.utf8.count > Self.maximumStringBytes else { return }
    throw invalid(.stringTooLong, "the string has \(text.utf8.count) bytes; 10 MiB are allowed. Keep large content in a file store")
  }

  private func checkPlace(deeper: Int, extraBytes: Int) throws(TreeWrite.Invalid) {
    if keys.count + deeper > Self.maximumDepth {
      throw invalid(.pathTooDeep, "it is \(keys.count + deeper) levels deep; \(Self.maximumDepth) are allowed")
    }
    if max(pathBytes, 1) + extraBytes > Self.maximumPathBytes {
      throw invalid(.pathTooLong, "the path has \(pathBytes + extraBytes) bytes; \(Self.maximumPathBytes) are allowed")
    }
  }

  private func invalid(_ reason: TreeWrite.Invalid.Reason, _ message: String) -> TreeWrite.Invalid {
    TreeWrite.Invalid(reason, TreePath(keys), message)
  }

  /// A priority that stands alone: of set-with-priority and set-priority.
  static func priority(_ tree: Tree, at path: TreePath) throws(TreeWrite.Invalid) -> Tree.Leaf? {
    if tree.isNull { return nil }
    guard let leaf = tree.leaf, leaf.isPriority else {
      throw TreeWrite.Invalid(.invalidPriority, path, "a priority is null, a number, a string or a server value")
    }
    if let scalar = leaf.scalar, !scalar.isFinite {
      throw TreeWrite.Invalid(.nonFinitePriority, path, "NaN and infinities are no priorities")
    }
    return leaf
  }
}
