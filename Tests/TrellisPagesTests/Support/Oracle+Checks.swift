import TrellisPages
import TrellisTree

extension Oracle {
  /// What `diff` says between two versions, patched onto the one, must give the other.
  mutating func compare(_ a: Held, _ b: Held) throws {
    var patched = a.model
    // Removals come last: a branch must not lose its priority because it is empty for a moment.
    var removals: [[Int]] = []
    var failure: OracleFailure?
    func check(_ holds: Bool, _ what: String) {
      if !holds, failure == nil { failure = OracleFailure("diff: \(what)") }
    }
    var isVisible = false
    diff(a.snapshot, b.snapshot) { change in
      let path = change.path.map { numbers[$0]! }
      let (old, new) = (a.model.node(path[...]), b.model.node(path[...]))
      isVisible = isVisible || change.isVisible
      switch change.kind {
      case .priority:
        check(!same(old?.priority, new?.priority), "same priority")
        patched.setPriority(path[...], new?.priority)
      case .value:
        check(!same(old?.value, new?.value) || (old == nil) != (new == nil), "same value")
        check(Model(change.new, numbers) == new ?? Model(), "new node")
        if let new { patched.set(path[...], new) } else { removals.append(path) }
      }
    }
    if let failure { throw failure }
    for path in removals { patched.remove(path[...]) }
    try require(patched == b.model, "diff from \(a.label) to \(b.label) does not lead there")
    try require(a.snapshot.isEqual(to: b.snapshot) != isVisible, "equality of \(a.label) and \(b.label)")
    count("diffs")
  }

  /// Copies, trees and texts of a held node show the same.
  mutating func copyOut(_ one: Held) throws {
    let path = randomPath(one.model)
    let (node, model) = (one.snapshot[path.map { pool.keys[$0] }], one.model.node(path[...]) ?? Model())
    if let made = copy(of: node, upTo: random.below(3000)) {
      try require(made.version == nil, "a copy pins nothing")
      try verifier.verify(made, model, "copy")
      count("copies")
    }
    guard model.children.count < 100 else { return }
    let tree = node.tree
    try verifier.verify(tree, model, "tree")
    try verifier.verify(TreeSnapshot(tree), model, "standalone")
    for form in [JSONForm.plain, .export] { try require(node.json(form) == tree.json(form), "JSON of \(tree)") }
    let read = try TreeSnapshot(jsonBytes: node.jsonBytes(.export))
    try verifier.verify(read, model, "read back")
    try require(read.isEqual(to: node), "equality of a copy")
    count("trees out")
  }
}
