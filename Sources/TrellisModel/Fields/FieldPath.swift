public import TrellisTree

/// Where a field is, below its model. Mostly one short key, kept as plain words.
public struct FieldPath: Sendable, Hashable, ExpressibleByStringLiteral {
  @usableFromInline let word0: UInt64
  @usableFromInline let word1: UInt64
  @usableFromInline let word2: UInt64
  /// The whole path, when it is more than one short key.
  @usableFromInline let deep: TreePath?

  /// Traps when the text is no legal path, as the literals of keys and paths do.
  public init(stringLiteral value: StaticString) {
    // Each model that is made comes here once for each of its fields.
    if let key = TreeKey(plain: value) {
      self.init(short: key)
    } else {
      self.init(TreePath(stringLiteral: value.description))
    }
  }

  /// A place found at run time.
  public init(_ path: TreePath) {
    guard let first = path.keys.first else { preconditionFailure("a field is below its model, not the model itself") }
    if path.keys.count == 1, first.tail == nil {
      self.init(short: first)
    } else {
      self.init(word0: 0, word1: 0, word2: 0, deep: path)
    }
  }

  private init(short key: TreeKey) {
    self.init(word0: key.word0, word1: key.word1, word2: key.word2, deep: nil)
  }

  private init(word0: UInt64, word1: UInt64, word2: UInt64, deep: TreePath?) {
    self.word0 = word0
    self.word1 = word1
    self.word2 = word2
    self.deep = deep
  }

  public var path: TreePath { deep ?? TreePath([TreeKey(word0: word0, word1: word1, word2: word2)]) }
}
