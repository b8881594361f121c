import TrellisPages
import TrellisTree

/// Any sequence of operations on an arena, beside plain trees.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOperations(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  var life = Life(UnsafeBufferPointer(start: start, count: count))
  life.run()
  return 0
}

/// An arena's life, told by bytes.
private struct Life {
  private var rest: Slice<UnsafeBufferPointer<UInt8>>
  private let arena = Arena()
  /// Applied versions from the published one on, oldest first.
  private var line: [(version: Version, tree: Tree)]
  private var held: [(snapshot: TreeSnapshot, tree: Tree)] = []

  private static let keys: [TreeKey] =
    [
      "a", "b", "c", "name", "0", "1", "2", "10", "-1", "00", "2147483648", "\u{E000}", "\u{1F600}", "e\u{301}", "\u{E9}",
      "-KaQYfs3kbt4XgDY0ftb",
    ]
    + [15, 16, 22, 23, 24, 40, 300].flatMap { length in
      ["x", "y"].map { TreeKey(unchecked: String(repeating: "k", count: length - 1) + $0) }
    }

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    rest = bytes[...]
    line = [(arena.published, .null)]
  }

  mutating func run() {
    while !rest.isEmpty { edit() }
    inspect()
    held = []
    arena.requireNothingLeft()
  }

  private mutating func next() -> Int { Int(rest.popFirst() ?? 0) }

  private mutating func path() -> TreePath {
    TreePath((0..<(next() % 5)).map { _ in Self.keys[next() % Self.keys.count] })
  }

  private mutating func scalar() -> Tree.Scalar {
    switch next() % 7 {
    case 0: .bool(next() & 1 == 1)
    case 1: .int(Int64(next()) - 100)
    case 2: .int(.max - Int64(next()))
    case 3: .double(Double(next()) / 4)
    case 4: .string("")
    case 5: .string(String(repeating: "é", count: next() % 4))
    default: .string(String(repeating: "long ", count: 1 + next() % 50))
    }
  }

  private mutating func priority() -> Tree.Scalar? {
    let scalar = scalar()
    if case .bool = scalar { return nil }
    return scalar
  }

  // MARK: Steps

  private mutating func edit() {
    var tree = line[line.count - 1].tree
    var edit = arena.begin()
    for _ in 0...(next() % 8) { change(&edit, &tree) }
    if next() % 8 == 0 { require(edit.view.tree == tree && edit.base.tree == line[line.count - 1].tree, "candidate and base") }
    let end = next()
    switch end % 8 {
    case 0: edit.discard()
    case 1...3:
      let version = edit.apply()
      if version == line[line.count - 1].version {
        require(tree == line[line.count - 1].tree, "a change is lost")
      } else {
        line.append((version, tree))
      }
    default: line = [(edit.publish(), tree)]
    }
    between(end / 8)
  }

  private mutating func change(_ edit: inout Edit, _ tree: inout Tree) {
    let kind = next() % 16
    let path = path()
    switch kind {
    case 0...6:
      let (scalar, priority) = (scalar(), next() % 4 == 0 ? priority() : nil)
      edit.set(path.keys, scalar: scalar, priority: priority)
      tree.apply(TreeWrite.Change(path, Tree(leaf: .scalar(scalar), priority: priority.map { .scalar($0) })))
    case 7...10:
      edit.remove(path.keys)
      tree.apply(TreeWrite.Change(path, .null))
    case 11:
      let priority = next() % 3 == 0 ? nil : priority()
      edit.setPriority(path.keys, priority)
      tree.apply(TreeWrite.Change(path, priority.map { Tree($0) } ?? .null, target: .priority))
    case 12, 13:
      let wide = Tree.branch((0..<(next() % 80)).map { (TreeKey(listIndex: $0 * 3), .string("element \($0)")) })
      edit.set(path.keys, wide)
      tree.apply(TreeWrite.Change(path, wide))
    case 14:
      guard let source = held.last, path.keys.count < 3 else { return }
      edit.graft(path.keys, source.snapshot)
      tree.apply(TreeWrite.Change(path, source.tree))
    default:
      let value = line[0].tree
      do { try edit.set(path.keys, json: Array(value.json(.export).utf8)) } catch { require(false, "\(error)") }
      tree.apply(TreeWrite.Change(path, value))
    }
  }

  private mutating func between(_ choice: Int) {
    switch choice % 8 {
    case 0: held.append((arena.pin(), line[0].tree))
    case 1: if !held.isEmpty { held.remove(at: next() % held.count) }
    case 2:
      let i = next() % line.count
      arena.publish(line[i].version)
      line.removeFirst(i)
    case 3:
      let i = next() % line.count
      arena.rewind(to: line[i].version)
      line.removeLast(line.count - 1 - i)
    case 4: arena.reclaim(budget: next())
    case 5: inspect()
    default: break
    }
    // Grafts can make trees grow without end.
    if line[line.count - 1].tree.nodeCount > 3000 {
      line = [(arena.published, line[0].tree)]
      arena.rewind(to: line[0].version)
      var edit = arena.begin()
      edit.remove([])
      line = [(edit.publish(), .null)]
    }
  }

  private mutating func inspect() {
    let problems = arena.brokenInvariants()
    require(problems.isEmpty, "\(problems)")
    for one in held { require(one.snapshot.tree == one.tree, "a held version has changed") }
    require(arena.pin().tree == line[0].tree, "the published version")
  }
}

extension Tree {
  fileprivate var nodeCount: Int { children.reduce(1) { $0 + $1.value.nodeCount } }
}
