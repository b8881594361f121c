/// A write that has happened: what a journal stores and what listeners, replicas and `commits(since:)` are told.
///
/// The tree is a function of its commits in order: applying `changes` one commit after another to an empty tree gives it.
public struct Commit: Sendable, Hashable {
  /// Commits of one database are numbered 1, 2, 3, … without gaps.
  public let number: Int64
  /// When it was carried out, in milliseconds since 1970.
  public let milliseconds: Int64
  /// Every server value is filled in.
  public let changes: [TreeWrite.Change]
  /// Who asked for it: the user's id; nil when nobody was named.
  public let origin: String?

  package init(number: Int64, milliseconds: Int64, changes: [TreeWrite.Change], origin: String?) {
    self.number = number
    self.milliseconds = milliseconds
    self.changes = changes
    self.origin = origin
  }
}

extension Tree {
  /// Carries out a change. (The paged tree does the same on pages; this is for replicas, tests and tools.)
  public mutating func apply(_ change: TreeWrite.Change) {
    switch change.target {
    case .node: self[path: change.path] = change.value
    case .priority: self = replacingPriority(change.path.keys[...], with: change.value.leaf)
    }
  }
}
