import TrellisPages
import TrellisTree

/// The plain model of a tree: nested dictionaries by key number. Obviously right, or easily seen to be wrong.
struct Model: Sendable {
  var value: Tree.Scalar?
  var priority: Tree.Scalar?
  var children: [Int: Model] = [:]

  var isEmpty: Bool { value == nil && children.isEmpty }

  func node(_ path: ArraySlice<Int>) -> Model? {
    guard let first = path.first else { return isEmpty ? nil : self }
    return children[first]?.node(path.dropFirst())
  }

  mutating func set(_ path: ArraySlice<Int>, _ node: Model) {
    guard let first = path.first else {
      self = node
      return
    }
    value = nil
    children[first, default: Model()].set(path.dropFirst(), node)
  }

  mutating func remove(_ path: ArraySlice<Int>) {
    guard node(path) != nil else { return }
    guard let first = path.first else {
      self = Model()
      return
    }
    children[first]!.remove(path.dropFirst())
    if children[first]!.isEmpty { children[first] = nil }
    if isEmpty { self = Model() }
  }

  mutating func setPriority(_ path: ArraySlice<Int>, _ priority: Tree.Scalar?) {
    guard node(path) != nil else { return }
    guard let first = path.first else {
      self.priority = priority
      return
    }
    children[first]!.setPriority(path.dropFirst(), priority)
  }
}

extension Model: Equatable {
  /// Stored alike: bit by bit.
  static func == (a: Model, b: Model) -> Bool {
    same(a.value, b.value) && same(a.priority, b.priority) && a.children == b.children
  }
}

/// Both nothing, or stored in the very same way.
func same(_ a: Tree.Scalar?, _ b: Tree.Scalar?) -> Bool {
  switch (a, b) {
  case (nil, nil): true
  case (let a?, let b?): a.isIdentical(to: b)
  default: false
  }
}

extension Model {
  /// What a tree shows, read with the cursor only.
  init(_ node: some TreeReading, _ numbers: [TreeKey: Int]) {
    value = node.scalar
    priority = node.priority
    var cursor = node.cursor(from: .unbounded, .forward)
    while cursor.next() { children[numbers[cursor.key]!] = Model(cursor.node, numbers) }
  }

  /// The same as a value.
  func tree(_ keys: [TreeKey]) -> Tree {
    if let value { return Tree(value).with(priority: priority) }
    return Tree.branch(children.map { (keys[$0], $1.tree(keys)) }).with(priority: priority)
  }
}
