/// A place in the tree: the keys from the root down.
///
/// ```swift
/// let murals: TreePath = "murals"                       // a literal traps when illegal
/// let mural = murals.appending("-KaQYfs3kbt4XgDY0ftb")
/// let typed = try TreePath("artists/\(userInput)")      // throws TreePath.Invalid
/// ```
///
/// Text is split at `/` and empty pieces are dropped, so `//a//b/` is `/a/b`. Percent escapes mean nothing here. Order is
/// piece by piece in key order, a prefix before what it is a prefix of. (Rules: data model §2.1, §3.4.)
public struct TreePath: Sendable, Hashable {
  public let keys: [TreeKey]

  public init(_ keys: [TreeKey] = []) { self.keys = keys }

  /// Checks and splits a path's text.
  ///
  /// - Throws: `TreePath.Invalid` when a piece is no legal key. Only the first piece may be `.info`.
  public init(_ text: String) throws(TreePath.Invalid) {
    try self.init(text, below: .root)
  }

  private init(_ text: String, below base: TreePath) throws(TreePath.Invalid) {
    var keys = base.keys
    for piece in text.utf8.split(separator: UInt8(ascii: "/")) {
      let piece = String(Substring(piece))
      if keys.isEmpty, piece.utf8.elementsEqual(Self.infoText.utf8) {
        keys.append(Self.info)
        continue
      }
      do { try Invalid.check(key: piece) } catch { throw error.reason == .tooLong ? error : Invalid(.path, text, error.message) }
      keys.append(TreeKey(unchecked: piece))
    }
    self.init(keys)
  }

  public static let root = TreePath()

  /// The last key; nil at the root.
  public var key: TreeKey? { keys.last }

  /// The place above; nil at the root.
  public var parent: TreePath? { keys.isEmpty ? nil : TreePath(Array(keys.dropLast())) }

  public var isRoot: Bool { keys.isEmpty }

  public func appending(_ key: TreeKey) -> TreePath {
    var longer: [TreeKey] = []
    longer.reserveCapacity(keys.count + 1)
    longer.append(contentsOf: keys)
    longer.append(key)
    return TreePath(longer)
  }

  public func appending(path other: TreePath) -> TreePath {
    other.isRoot ? self : (isRoot ? other : TreePath(keys + other.keys))
  }

  /// A place below this one, from text.
  ///
  /// - Throws: `TreePath.Invalid` when the text is empty or a piece of it is no legal key.
  public func appending(text: String) throws(TreePath.Invalid) -> TreePath {
    if text.utf8.isEmpty { throw Invalid(.path, text, "the text is empty; name a child, or use `/` for the place itself") }
    return try TreePath(text, below: self)
  }

  /// Whether `other` is this place or lies below it.
  public func contains(_ other: TreePath) -> Bool {
    keys.count <= other.keys.count && keys.elementsEqual(other.keys.prefix(keys.count))
  }
}

extension TreePath {
  @usableFromInline static let infoText = ".info"
  /// The reserved first piece below which a client finds its own state.
  package static let info = TreeKey(unchecked: infoText)
  package var isInfo: Bool { keys.first == Self.info }
}

extension TreePath: Comparable {
  public static func < (a: TreePath, b: TreePath) -> Bool { a.keys.lexicographicallyPrecedes(b.keys) }
}

extension TreePath: ExpressibleByStringLiteral, CustomStringConvertible {
  /// A path written in source code. Traps when it is illegal; use `try TreePath(text)` for anything not written by hand.
  public init(stringLiteral value: String) {
    do throws(Invalid) { try self.init(value) } catch { preconditionFailure(error.description) }
  }

  /// The path as text, always beginning with a slash.
  public var description: String { isRoot ? "/" : keys.map { "/" + $0.text }.joined() }
}

extension TreePath: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    do throws(Invalid) { try self.init(text) } catch {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
