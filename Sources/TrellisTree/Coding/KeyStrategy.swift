/// How texts that become keys are written: coding keys, and the keys of Swift dictionaries.
public enum KeyStrategy: Sendable {
  /// As they are. A text that is no legal key is an error.
  case plain
  /// By `TreeKey(encoding:)`, so that e-mail addresses and host names can be keys too.
  case escaped

  func key(_ text: String) throws(TreePath.Invalid) -> TreeKey {
    switch self {
    case .plain: try TreeKey(text)
    case .escaped: try TreeKey(encoding: text)
    }
  }

  /// The text of a stored key; nil for a key that the strategy never writes.
  func text(_ key: TreeKey) -> String? {
    switch self {
    case .plain: key.text
    case .escaped: key.decodedText
    }
  }
}
