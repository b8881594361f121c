/// The name of a child: 1 to 768 bytes of UTF-8, ordered, compared and hashed as the database does.
///
/// Integer-like keys come first, by value; all others follow by UTF-16 code units. Nothing is normalised: `"é"` written
/// with one scalar and with two are different keys, although Swift's `String` calls them equal. Use keys, never their
/// text, in sets and dictionaries.
///
/// ```swift
/// let literal: TreeKey = "-KaQYfs3kbt4XgDY0ftb"    // traps when illegal, like any literal
/// let checked = try TreeKey(userInput)             // throws TreePath.Invalid when illegal
/// let escaped = try TreeKey(encoding: "ann.lee@mail.example")
/// ```
///
/// Comparing two keys is one to three integer comparisons; keys beyond 23 bytes compare their rest byte by byte.
/// (Rules: data model §2.2, §3.1.)
public struct TreeKey: Sendable {
  // A key is kept as numbers whose order is the order of keys; `TreeKey+Encoding` says how.
  @usableFromInline package let word0: UInt64
  @usableFromInline package let word1: UInt64
  @usableFromInline package let word2: UInt64
  /// The bytes after the first 16, for keys of more than 23 bytes.
  @usableFromInline package let tail: [UInt8]?

  @inlinable
  package init(word0: UInt64, word1: UInt64 = 0, word2: UInt64 = 0, tail: [UInt8]? = nil) {
    self.word0 = word0
    self.word1 = word1
    self.word2 = word2
    self.tail = tail
  }

  /// Checks a key's text.
  ///
  /// - Throws: `TreePath.Invalid` when it is empty, longer than 768 bytes, or holds one of `. # $ [ ] /`, a control
  ///   character or DEL.
  public init(_ text: String) throws(TreePath.Invalid) {
    try TreePath.Invalid.check(key: text)
    self.init(unchecked: text)
  }

  /// The key whose text is a number.
  public init(_ number: Int) { self.init(listIndex: number) }

  /// For texts known to be legal, and for the few reserved names that start with a dot.
  @inlinable
  package init(unchecked text: String) {
    self = TreeKey.encode(text)
  }

  /// The key's text, as it was given.
  public var text: String { String(decoding: utf8, as: UTF8.self) }
}

extension TreeKey {
  /// Longest key, in bytes of UTF-8.
  @inlinable package static var maximumBytes: Int { 768 }

  /// Below every key: the open lower end of a range (data model §3.1).
  @inlinable package static var minimum: TreeKey { TreeKey(word0: 3) }
  /// Above every key: the open upper end of a range.
  @inlinable package static var maximum: TreeKey { TreeKey(word0: .max, word1: .max) }
}

extension TreeKey {
  /// Whether a node can have it. The sentinels, and the empty key that drafts have, are below or above all that can.
  package var isStorable: Bool { word0 >= 1 << 56 && word0 != .max }
}

extension TreeKey: Comparable, Hashable {
  @inlinable
  public static func == (a: TreeKey, b: TreeKey) -> Bool {
    a.word0 == b.word0 && a.word1 == b.word1 && a.word2 == b.word2 && (a.tail == nil || a.tail == b.tail)
  }

  @inlinable
  public static func < (a: TreeKey, b: TreeKey) -> Bool {
    if a.word0 != b.word0 { return a.word0 < b.word0 }
    if a.word1 != b.word1 { return a.word1 < b.word1 }
    if a.tail == nil && b.tail == nil { return a.word2 < b.word2 }
    return a.bytesAfterSixteen.lexicographicallyPrecedes(b.bytesAfterSixteen)
  }

  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(word0)
    hasher.combine(word1)
    hasher.combine(word2)
    if let tail { hasher.combine(tail) }
  }
}

extension TreeKey: ExpressibleByStringLiteral, CustomStringConvertible {
  /// A key written in source code. Traps when it is illegal; use `try TreeKey(text)` for anything not written by hand.
  public init(stringLiteral value: String) {
    do throws(TreePath.Invalid) { try self.init(value) } catch { preconditionFailure(error.description) }
  }

  public var description: String { text }
}

extension TreeKey: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    do throws(TreePath.Invalid) { try self.init(text) } catch {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension TreeKey: CodingKeyRepresentable {
  /// So that a dictionary with such keys is coded as a branch.
  public var codingKey: any CodingKey { TextKey(text) }

  public init?(codingKey: some CodingKey) {
    do throws(TreePath.Invalid) { try self.init(codingKey.stringValue) } catch { return nil }
  }
}
