/// Builds a `Tree` from JSON, by the rules of data model §1.1 and, for what is refused, §2.4.
package struct TreeBuilder: JSONHandler {
  private let options: JSONOptions
  private var frames: [Frame] = []
  /// The finished value.
  package private(set) var result = Tree.null

  /// An open object or array.
  private struct Frame {
    let isObject: Bool
    var children: [(TreeKey, Tree)] = []
    var seen: Set<TreeKey> = []
    var member = JSONMember.skipped
    /// Members that are no children: `.value`, `.priority`, `.sv`.
    var value: Tree?
    var priority: Tree?
    var serverValue: Tree?
    /// Members in all, for the rule that a placeholder stands alone.
    var count = 0
  }

  package init(_ options: JSONOptions = JSONOptions()) { self.options = options }

  // MARK: Scalars

  package mutating func null() throws(JSONProblem) { try finish(.null) }
  package mutating func bool(_ value: Bool) throws(JSONProblem) { try finish(.bool(value)) }
  package mutating func int(_ value: Int64) throws(JSONProblem) { try finish(.int(value)) }

  package mutating func double(_ value: Double) throws(JSONProblem) {
    guard value.isFinite else { throw JSONProblem(.nonFiniteNumber, "NaN and infinities cannot be stored; use null or a string") }
    try finish(.double(value))
  }

  package mutating func string(_ utf8: ArraySlice<UInt8>) throws(JSONProblem) {
    try finish(.string(String(decoding: utf8, as: UTF8.self)))
  }

  // MARK: Containers

  package mutating func beginObject() throws(JSONProblem) { frames.append(Frame(isObject: true)) }
  package mutating func beginArray() throws(JSONProblem) { frames.append(Frame(isObject: false)) }

  package mutating func key(_ utf8: ArraySlice<UInt8>) throws(JSONProblem) {
    let member = try JSONMember(utf8, isInServerValue ? .forServerValues : options)
    if options.duplicateKeys == .refuse, case .child(let key) = member, !frames[frames.count - 1].seen.insert(key).inserted {
      throw JSONProblem(.duplicateKey, "the key \"\(key)\" stands twice in one object")
    }
    frames[frames.count - 1].member = member
    frames[frames.count - 1].count += 1
  }

  /// What the innermost object or array is to the object around it.
  private var role: JSONMember { frames.count > 1 ? frames[frames.count - 2].member : .skipped }

  /// Inside `{".sv": {…}}`.
  private var isInServerValue: Bool { if case .serverValue = role { true } else { false } }

  package mutating func endArray() throws(JSONProblem) {
    if case .priority = role { throw Self.noPriority }
    let frame = frames.removeLast()
    try finish(Tree(children: Tree.Children(frame.children)))
  }

  package mutating func endObject() throws(JSONProblem) {
    let role = role
    let frame = frames.removeLast()
    // What stands behind `.value` is unwrapped once: `.value` and `.priority` mean nothing in it.
    let isUnwrapped = if case .value = role { true } else { false }
    let priority = isUnwrapped ? nil : try frame.priority.flatMap { tree throws(JSONProblem) in try priorityLeaf(tree) }
    if let placeholder = frame.serverValue {
      let others = frame.count - 1 - (frame.priority == nil ? 0 : 1)
      if others > 0, options.dotKeys == .refuse {
        throw JSONProblem(.unknownServerValue, "a server value `.sv` stands alone in its object, but for a priority")
      }
      return try finish(Tree(leaf: .serverValue(try serverValue(placeholder)), priority: priority))
    }
    if case .priority = role { throw Self.noPriority }
    if case .serverValue = role, frame.children.contains(where: { $0.0 == "increment" && $0.1.isNull }) { throw Self.noNumber }
    if let value = frame.value {
      if frame.children.isEmpty == false, options.dotKeys == .refuse {
        throw JSONProblem(.valueWithChildren, "`.value` stands beside children; a node has a value or children")
      }
      if !isUnwrapped, !value.isNull { return try finish(priority == nil ? value : Tree(value.content, priority: priority)) }
    }
    try finish(Tree(children: Tree.Children(frame.children), priority: priority))
  }

  private mutating func finish(_ tree: Tree) throws(JSONProblem) {
    guard !frames.isEmpty else {
      result = tree
      return
    }
    let last = frames.count - 1
    guard frames[last].isObject else {
      // A null keeps its place in the list.
      frames[last].children.append((TreeKey(listIndex: frames[last].children.count), tree))
      return
    }
    switch frames[last].member {
    case .child(let key): frames[last].children.append((key, tree))
    case .value: frames[last].value = tree
    case .priority: frames[last].priority = tree
    case .serverValue: frames[last].serverValue = tree
    case .skipped: break
    }
  }

  // MARK: Reserved members

  private func priorityLeaf(_ tree: Tree) throws(JSONProblem) -> Tree.Leaf? {
    if tree.isNull { return nil }
    if let leaf = tree.leaf, leaf.isPriority { return leaf }
    throw Self.noPriority
  }

  private static let noPriority = JSONProblem(.invalidPriority, "a priority is a number, a string or a server value")
  private static let noNumber = JSONProblem(.incrementNotANumber, "an increment is a number")

  private func serverValue(_ tree: Tree) throws(JSONProblem) -> ServerValue {
    if let name = tree.string, CodeUnits.equal(name, "timestamp") { return .timestamp }
    if tree.count == 1, let delta = tree.children["increment"] {
      guard let number = delta.scalar, number.isNumber else { throw Self.noNumber }
      return .increment(number)
    }
    throw JSONProblem(.unknownServerValue, "a server value is \"timestamp\" or {\"increment\": number}")
  }
}

extension JSONOptions {
  fileprivate static let forServerValues = JSONOptions()
}

extension Tree.Leaf {
  /// Numbers, strings and placeholders may be priorities (data model §1.1).
  package var isPriority: Bool {
    switch self {
    case .scalar(.bool): false
    case .scalar, .serverValue: true
    }
  }
}
