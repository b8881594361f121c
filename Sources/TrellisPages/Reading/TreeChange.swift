package import TrellisTree

/// One difference between two versions of a tree, as deep as it goes.
///
/// What is stored differs: bit by bit, kinds of numbers apart. Whether the database sees a difference (it sees none
/// between 1 and 1.0, nor between 0 and -0) is `isVisible`.
package struct TreeChange {
  package enum Kind: Sendable {
    /// A leaf differs in value, or a node appeared, vanished, or turned from leaf to branch or back.
    case value
    case priority
  }

  package let kind: Kind
  package let path: [TreeKey]
  package let old: TreeSnapshot
  package let new: TreeSnapshot
}

extension TreeChange {
  /// Whether the two are unequal to the database.
  package var isVisible: Bool {
    switch kind {
    case .priority: return old.priority != new.priority
    case .value:
      guard let old = old.scalar, let new = new.scalar else { return true }
      return old != new
    }
  }
}
