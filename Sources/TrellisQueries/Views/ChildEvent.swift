public import TrellisPages
public import TrellisTree

/// What has happened to one child of a query's result.
///
/// The events of one change come in this order: all that were removed, added, moved, changed (data model §6.3). Each
/// `previousKey` is of the result after the whole change. So to keep a list by them, first take out what was removed and
/// what moves, then put in what was added and what moves, in the result's order, each behind its `previousKey`; or let
/// `QueryChange.difference` do it.
public struct ChildEvent: Sendable {
  public enum Kind: Sendable {
    /// It is no longer part of the result. `node` is what it was.
    case removed
    case added
    /// What it is ordered by has changed, though perhaps not its place. A `changed` of the same child follows.
    case moved
    /// Something in it has changed. `node` is all of it.
    case changed
  }

  public let kind: Kind
  public let key: TreeKey
  public let node: TreeSnapshot
  /// The child right before it in the new result; nil for the first one, and for what was removed.
  public let previousKey: TreeKey?

  package init(_ kind: Kind, _ key: TreeKey, _ node: TreeSnapshot, after previousKey: TreeKey? = nil) {
    self.kind = kind
    self.key = key
    self.node = node
    self.previousKey = previousKey
  }
}
