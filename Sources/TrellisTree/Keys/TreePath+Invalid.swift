extension TreePath {
  /// Why a text is no path or no key.
  public struct Invalid: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Reason: String, Sendable {
      case key = "invalid-key"
      case path = "invalid-path"
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
      return "\"\(shown)\" is not a legal \(reason == .key ? "key" : "path"): \(message)"
    }
  }
}

extension TreePath.Invalid {
  @inlinable
  package static func isForbidden(_ byte: UInt8) -> Bool {
    if byte < 0x20 || byte == 0x7F { return true }
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "["), UInt8(ascii: "]"): return true
    default: return false
    }
  }

  /// Data model §2.2. The slash is the one character that a path may hold and a key may not.
  static func check(key text: String) throws(TreePath.Invalid) {
    if text.utf8.isEmpty { throw TreePath.Invalid(.key, text, "a key is never empty") }
    for byte in text.utf8 where isForbidden(byte) || byte == UInt8(ascii: "/") {
      let shown = byte < 0x20 || byte == 0x7F ? "the control character \(byte)" : "`\(Character(Unicode.Scalar(byte)))`"
      throw TreePath.Invalid(.key, text, "it holds \(shown); use TreeKey(encoding:) for arbitrary text")
    }
    if text.utf8.count > TreeKey.maximumBytes {
      throw TreePath.Invalid(.key, text, "it has \(text.utf8.count) bytes; \(TreeKey.maximumBytes) are allowed")
    }
  }
}
