import Testing
import TrellisTree
import VectorSupport

/// Data model §1.5.
@Suite("Changing trees") struct TreeChangingTests {
  @Test("writing a child onto a leaf makes a branch that keeps the leaf's priority")
  func leafBecomesBranch() {
    var tree: Tree = ["a": .int(1).with(priority: 7)]
    tree[path: "a/b/c"] = 2
    #expect(tree == ["a": (["b": ["c": 2]] as Tree).with(priority: 7)])
  }

  @Test("writing nothing below a leaf, or removing what is not there, changes nothing")
  func removingNothing() {
    let tree: Tree = ["a": .int(1).with(priority: 7), "b": ["c": 2]]
    for path: TreePath in ["a/b", "a/b/c", "x", "x/y", "b/x", "b/c/d"] {
      var changed = tree
      changed[path: path] = .null
      #expect(changed == tree, "\(path)")
    }
  }

  @Test("removing the last child removes the branch and its priority, all the way up")
  func pruning() {
    var tree: Tree = ["a": (["b": (["c": 1] as Tree).with(priority: 2)] as Tree).with(priority: 3), "d": 4]
    tree[path: "a/b/c"] = .null
    #expect(tree == ["d": 4])
    tree[path: "d"] = .null
    #expect(tree == .null && tree.priority == nil)
  }

  @Test("a branch below its last child comes back without the old priority")
  func priorityIsGone() {
    var tree = (["a": 1] as Tree).with(priority: 2)
    tree[path: "a"] = .null
    tree[path: "a"] = 1
    #expect(tree.priority == nil)
  }

  @Test("replacing a node replaces its priority; writing below it keeps it")
  func priorityOfReplaced() {
    var tree: Tree = ["a": (["x": 1] as Tree).with(priority: "p")]
    tree[path: "a/y"] = 2
    #expect(tree["a"].priority == "p")
    tree[path: "a"] = ["x": 1]
    #expect(tree["a"].priority == nil)
    tree[path: .root] = 5
    #expect(tree == 5)
  }

  @Test("a priority is set where something is, and nowhere else")
  func settingPriorities() {
    var tree: Tree = ["a": ["b": 1], "c": 2]
    func set(_ path: TreePath, _ priority: Tree) { tree.apply(TreeWrite.Change(path, priority, target: .priority)) }
    set("a", 1)
    set("a/b", "p")
    set("x", 1)
    set("c/d", 1)
    set("a/b/c", 1)
    #expect(tree == ["a": (["b": .int(1).with(priority: "p")] as Tree).with(priority: 1), "c": 2])
    set("a", .null)
    #expect(tree == ["a": ["b": .int(1).with(priority: "p")], "c": 2])
    set(.root, 9)
    #expect(tree.priority == 9)
    tree = .null
    set(.root, 9)
    #expect(tree == .null && tree.priority == nil)
  }

  @Test("O-07: delete by nothing, prune, replace at a path")
  func o07Update() throws {
    var tree: Tree = ["a": 1, "b": ["c": 2, "d": 3], "docs": ["x": ["title": "T", "draft": "old"]]]
    func update(_ members: KeyValuePairs<String, Tree>) throws {
      for change in try TreeWrite.update(.root, members: members.map { ($0.key, $0.value) }).changes { tree.apply(change) }
    }
    try update(["a": nil, "b/c": nil])
    #expect(tree == ["b": ["d": 3], "docs": ["x": ["title": "T", "draft": "old"]]])
    try update(["b/d": nil])
    #expect(tree["b"].isNull && tree.children.keys == ["docs"])
    try update(["revs/r1": ["name": "A"], "docs/x/draft": "r1"])
    #expect(tree["docs"]["x"] == ["title": "T", "draft": "r1"] && tree[path: "revs/r1/name"] == "A")
    try update(["docs/x": ["draft": "r2"]])
    #expect(tree["docs"]["x"] == ["draft": "r2"])
    let before = tree
    #expect(throws: TreeWrite.Invalid.self) { try update(["docs/x": ["draft": "r3"], "docs/x/draft": "r4"]) }
    #expect(tree == before)
  }

  @Test("random changes act as on a flat list of paths and leaves")
  func randomChanges() {
    var random = SeededRandom.announced("Changing trees")
    let keys: [TreeKey] = ["a", "b", "0", "é"]
    for _ in 0..<200 {
      var tree = Tree.null
      var leaves: [TreePath: Tree.Scalar] = [:]
      for _ in 0..<30 {
        let path = TreePath((0..<random.below(4)).map { _ in random.pick(keys) })
        let value = random.chance(percent: 25) ? nil : random.scalar()
        tree[path: path] = Tree(value)
        leaves = leaves.filter { !path.contains($0.key) }
        if let value {
          leaves = leaves.filter { !$0.key.contains(path) }
          leaves[path] = value
        }
        #expect(flat(tree) == leaves, "seed \(random.seed)")
      }
    }
  }

  private func flat(_ tree: Tree, _ path: TreePath = .root) -> [TreePath: Tree.Scalar] {
    if let scalar = tree.scalar { return [path: scalar] }
    return tree.children.reduce(into: [:]) { $0.merge(flat($1.value, path.appending($1.key))) { a, _ in a } }
  }
}
