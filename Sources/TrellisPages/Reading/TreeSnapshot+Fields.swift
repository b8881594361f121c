package import TrellisTree

// Values of children without a snapshot of the child in between: what models read their fields with. One call, one
// search in one page, no reference counting.
extension TreeSnapshot {
  package func scalar(at key: TreeKey) -> Tree.Scalar? { leaf(at: key) { $0.scalar } }
  package func bool(at key: TreeKey) -> Bool? { leaf(at: key) { $0.bool } }
  package func int(at key: TreeKey) -> Int64? { leaf(at: key) { $0.int } }
  package func double(at key: TreeKey) -> Double? { leaf(at: key) { $0.double } }
  package func string(at key: TreeKey) -> String? { leaf(at: key) { $0.string } }

  package func exists(at key: TreeKey) -> Bool {
    withWord { node in key.withWords { node.entry($0) } != .missing }
  }

  /// The value at a path below this node.
  package func scalar(at path: some Sequence<TreeKey>) -> Tree.Scalar? { withWord { $0.entry(path).leaf.scalar } }

  @inline(__always)
  private func leaf<R>(at key: TreeKey, _ read: (Word) -> R?) -> R? {
    withWord { node in read(key.withWords { node.entry($0) }.leaf) }
  }
}
