extension TreePath {
  /// Why a text is no path or no key.
  public struct Invalid: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Reason: String, Sendable {
      case key = "invalid-key"
      case path = "invalid-path"
      /// A key has more bytes than any path may have.
      case tooLong = "path-too-long"
    }

    public let reason: Reason
    /// The text that was refused.
    public let text: String
    /// What is wrong with it and what to do.
    public let message: String

    init(_ reason: Reason, _ text: String, _ message: String) {
      self.reason = reason
      self.text = text
      self.message = message
    }

    public var description: String {
      let shown = text.utf8.count <= 80 ? text : String(text.prefix(60)) + "…"
      return "\"\(shown)\" is not a legal \(reason == .path ? "path" : "key"): \(message)"
    }
  }
}

extension TreePath.Invalid {
  @inlinable
  package static func isForbidden(_ byte: UInt8) -> Bool {
    byte < 0x80 && (byte < 64 ? forbiddenLow >> UInt64(byte) : forbiddenHigh >> UInt64(byte - 64)) & 1 == 1
  }

  /// One bit for each ASCII character: controls, `#`, `$`, `.`; then `[`, `]`, DEL.
  @inlinable static var forbiddenLow: UInt64 { 0xFFFF_FFFF | 1 << 35 | 1 << 36 | 1 << 46 }
  @inlinable static var forbiddenHigh: UInt64 { 1 << (91 - 64) | 1 << (93 - 64) | 1 << (127 - 64) }

  /// Data model §2.2. The slash is the one character that a path may hold and a key may not.
  static func check(key text: String) throws(TreePath.Invalid) {
    let isLegal = text.utf8.withContiguousStorageIfAvailable { isLegalKey($0) } ?? isLegalKey(Array(text.utf8))
    if !isLegal { throw explain(key: text) }
  }

  @inlinable
  package static func isLegalKey(_ utf8: some RandomAccessCollection<UInt8>) -> Bool {
    utf8.count > 0 && utf8.count <= TreeKey.maximumBytes && utf8.allSatisfy { !isForbidden($0) && $0 != UInt8(ascii: "/") }
  }

  static func explain(key text: String) -> TreePath.Invalid {
    for byte in text.utf8 where isForbidden(byte) || byte == UInt8(ascii: "/") {
      let shown = byte < 0x20 || byte == 0x7F ? "the control character \(byte)" : "`\(Character(Unicode.Scalar(byte)))`"
      return TreePath.Invalid(.key, text, "it holds \(shown); use TreeKey(encoding:) for arbitrary text")
    }
    if text.utf8.isEmpty { return TreePath.Invalid(.key, text, "a key is never empty") }
    return TreePath.Invalid(.tooLong, text, "it has \(text.utf8.count) bytes; \(TreeKey.maximumBytes) are allowed")
  }
}
