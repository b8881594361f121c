/// One atomic change of the tree: values for one or more places, all or none. The only thing that changes a tree.
///
/// ```swift
/// var write = try TreeWrite.update("murals/m1", ["name": "Greater", "seenAt": .timestamp])
/// write.condition = .equals(["name": "Great"], at: "murals/m1")
/// let commit = try await database.write(write)
/// ```
/// Making one checks everything that can be checked without the tree: keys, depth, lengths, numbers, overlaps. A value
/// of null deletes. (Rules: data model §2.3–2.5, §8.)
public struct TreeWrite: Sendable {
  /// One place and its new value.
  public struct Change: Sendable, Hashable {
    public enum Target: Sendable, Hashable {
      /// The node with everything below it, its priority included.
      case node
      /// The node's priority alone.
      case priority
    }

    public let path: TreePath
    public let target: Target
    public let value: Tree

    package init(_ path: TreePath, _ value: Tree, target: Target = .node) {
      self.path = path
      self.value = value
      self.target = target
    }
  }

  /// What must hold for the write to be carried out; else it fails with `.conflict` and nothing changes.
  public indirect enum Condition: Sendable, Hashable {
    /// Nobody has written at, above or below the place since the commit with this number.
    case unchanged(since: Int64, at: TreePath)
    /// The place holds this very value, priorities included.
    case equals(Tree, at: TreePath)
    /// Each of them holds, at one moment.
    case all([Condition])
  }

  /// The changes; no two of them overlap.
  public let changes: [Change]
  public var condition: Condition?
  /// Whether a value holds something for the datastore to fill in.
  package let hasServerValues: Bool

  package init(checked changes: [Change], hasServerValues: Bool, condition: Condition? = nil) {
    self.changes = changes
    self.hasServerValues = hasServerValues
    self.condition = condition
  }

  /// Checks changes that do not overlap.
  private init(_ changes: [Change]) throws(Invalid) {
    var checker = WriteChecker()
    for change in changes { try checker.check(change) }
    self.init(checked: changes, hasServerValues: checker.hasServerValues)
  }
}

// MARK: Making

extension TreeWrite {
  /// Replaces the node at a path, its priority included; null deletes it.
  ///
  /// - Throws: `TreeWrite.Invalid` naming the place and the cure.
  public static func set(_ path: TreePath, _ value: Tree) throws(Invalid) -> TreeWrite {
    try TreeWrite([Change(path, value)])
  }

  /// Replaces the node at a path, with a priority: a number, a string or a server value. One in the value wins.
  public static func set(_ path: TreePath, _ value: Tree, priority: Tree) throws(Invalid) -> TreeWrite {
    let leaf = try WriteChecker.priority(priority, at: path)
    return try set(path, value.priorityLeaf == nil ? Tree(value.content, priority: leaf) : value)
  }

  /// Changes the priority of what stands at a path; null clears it. Nothing happens where nothing is.
  public static func setPriority(_ path: TreePath, _ priority: Tree) throws(Invalid) -> TreeWrite {
    _ = try WriteChecker.priority(priority, at: path)
    return try TreeWrite([Change(path, priority, target: .priority)])
  }

  /// Deletes the node at a path.
  public static func remove(_ path: TreePath) throws(Invalid) -> TreeWrite { try set(path, .null) }

  /// Replaces nodes below a path, leaving all others there as they are.
  ///
  /// - Throws: `TreeWrite.Invalid`, also when one place is another or lies below it.
  public static func update(_ path: TreePath, _ values: [TreePath: Tree]) throws(Invalid) -> TreeWrite {
    try update(values.map { Change(path.appending(path: $0), $1) })
  }

  /// The same, with the places as texts. `.priority` may be the last piece of one: `images/m1/.priority`.
  public static func update(_ path: TreePath, members: some Sequence<(String, Tree)>) throws(Invalid) -> TreeWrite {
    var changes: [Change] = []
    for (text, value) in members { changes.append(try member(text, value, below: path)) }
    return try update(changes)
  }

  /// The same, with the members of a tree: an object whose keys are single keys.
  public static func update(_ path: TreePath, tree: Tree) throws(Invalid) -> TreeWrite {
    guard tree.leaf == nil else {
      throw Invalid(.updateNotAnObject, path, "an update takes an object of places and values; use set for one value")
    }
    let priority = tree.priorityLeaf.map { Change(path, Tree(leaf: $0), target: .priority) }
    return try update(tree.children.map { Change(path.appending($0.key), $0.value) } + (priority.map { [$0] } ?? []))
  }

  /// Several places anywhere in the tree at once.
  public static func update(_ changes: [Change]) throws(Invalid) -> TreeWrite {
    // In the order of the tree: a place comes right before what lies below it.
    let sorted = changes.sorted { $0.checkedKeys.lexicographicallyPrecedes($1.checkedKeys) }
    for (change, next) in zip(sorted, sorted.dropFirst()) where next.checkedKeys.starts(with: change.checkedKeys) {
      throw Invalid(
        .overlappingUpdatePaths, next.path, "it is, or lies below, \(change.path), which the same update writes; name one of them")
    }
    // Priorities come last: a node that the same update makes is there then.
    return try TreeWrite(sorted.filter { $0.target == .node } + sorted.filter { $0.target == .priority })
  }

  private static func member(_ text: String, _ value: Tree, below path: TreePath) throws(Invalid) -> Change {
    var pieces = text.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    let isPriority = pieces.last?.utf8.elementsEqual(".priority".utf8) ?? false
    if isPriority { pieces.removeLast() }
    var place = path
    for piece in pieces {
      do {
        place = place.appending(try TreeKey(piece))
      } catch {
        throw Invalid(error.reason == .tooLong ? .pathTooLong : .invalidKey, path, error.description)
      }
    }
    guard isPriority else { return Change(place, value) }
    guard let leaf = value.isNull ? Tree.Leaf.scalar(0) : value.leaf, leaf.isPriority else {
      throw Invalid(.invalidPriorityInUpdate, place, "a priority is null, a number, a string or a server value")
    }
    return Change(place, value, target: .priority)
  }
}

extension TreeWrite.Change {
  /// The path, with a priority as a child of its node.
  fileprivate var checkedKeys: [TreeKey] { target == .node ? path.keys : path.keys + [TreeKey(unchecked: ".priority")] }
}
