package import TrellisTree

extension Edit {
  /// Carries out a change whose server values are filled in.
  package mutating func apply(_ change: TreeWrite.Change) {
    switch change.target {
    case .node: set(change.path.keys, change.value)
    case .priority: setPriority(change.path.keys, change.value.scalar)
    }
  }
}
