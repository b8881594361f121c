public import TrellisTree

/// Where a field is, below its model. Mostly one key, so that is kept apart: it costs no allocation.
public struct FieldPath: Sendable, Hashable, ExpressibleByStringLiteral {
  @usableFromInline let key: TreeKey
  @usableFromInline let rest: [TreeKey]

  @usableFromInline
  init(key: TreeKey, rest: [TreeKey] = []) {
    self.key = key
    self.rest = rest
  }

  /// Traps when the text is no legal path, as the literals of keys and paths do.
  public init(stringLiteral value: String) {
    if value.utf8.contains(UInt8(ascii: "/")) {
      self.init(TreePath(stringLiteral: value))
    } else {
      self.init(key: TreeKey(stringLiteral: value))
    }
  }

  /// A place found at run time.
  public init(_ path: TreePath) {
    guard let first = path.keys.first else { preconditionFailure("a field is below its model, not the model itself") }
    self.init(key: first, rest: Array(path.keys.dropFirst()))
  }

  public var path: TreePath { TreePath([key] + rest) }
}
