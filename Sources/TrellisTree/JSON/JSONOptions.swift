/// How JSON text becomes a tree.
public struct JSONOptions: Sendable {
  /// What becomes of keys that begin with a dot, other than `.value`, `.priority` and `.sv`, which have a meaning.
  public enum DotKeys: Sendable {
    /// An error, as in writes (data model §2.4).
    case refuse
    /// Left out, as in data that a server sends (data model §1.1).
    case skip
  }

  /// What becomes of a key that stands twice in one object.
  public enum DuplicateKeys: Sendable { case lastWins, refuse }

  public var dotKeys = DotKeys.refuse
  public var duplicateKeys = DuplicateKeys.lastWins
  /// How deep objects and arrays may nest.
  public var maximumDepth = 512

  public init() {}
}
