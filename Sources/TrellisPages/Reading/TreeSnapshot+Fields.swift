public import TrellisTree

// Values of children without a snapshot of the child in between: what models read their fields with. One call, one
// search in one page, no reference counting.
extension TreeSnapshot {
  public func scalar(at key: TreeKey) -> Tree.Scalar? { leaf(at: key) { $0.scalar } }
  public func bool(at key: TreeKey) -> Bool? { leaf(at: key) { $0.bool } }
  public func int(at key: TreeKey) -> Int64? { leaf(at: key) { $0.int } }
  public func double(at key: TreeKey) -> Double? { leaf(at: key) { $0.double } }
  public func string(at key: TreeKey) -> String? { leaf(at: key) { $0.string } }

  public func exists(at key: TreeKey) -> Bool {
    withWord { node in key.withWords { node.entry($0) } != .missing }
  }

  /// The value at a path below this node.
  package func scalar(at path: [TreeKey]) -> Tree.Scalar? { withWord { $0.entry(path).leaf.scalar } }

  @inline(__always)
  private func leaf<R>(at key: TreeKey, _ read: (Word) -> R?) -> R? {
    withWord { node in read(key.withWords { node.entry($0) }.leaf) }
  }
}
