// A reversible form for texts that may hold characters which keys may not: e-mail addresses, host names, paths.
//
// Each forbidden byte, and the percent sign itself, becomes `%` and two upper-case hexadecimal digits; the empty text
// becomes a lone `%`. Texts without such characters stay as they are, so ordinary keys read the same in both forms.

extension TreeKey {
  /// The key that stands for any text. `decodedText` gives the text back.
  ///
  /// ```swift
  /// try TreeKey(encoding: "ann.lee@mail.example")    // ann%2Elee@mail%2Eexample
  /// ```
  /// No two texts share a key.
  ///
  /// - Throws: `TreePath.Invalid` when the encoded text is longer than 768 bytes.
  public init(encoding text: String) throws(TreePath.Invalid) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      if byte == UInt8(ascii: "%") || TreePath.Invalid.isForbidden(byte) || byte == UInt8(ascii: "/") {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(Self.hexDigits[Int(byte >> 4)])
        bytes.append(Self.hexDigits[Int(byte & 15)])
      } else {
        bytes.append(byte)
      }
    }
    if bytes.isEmpty { bytes = [UInt8(ascii: "%")] }
    try self.init(String(decoding: bytes, as: UTF8.self))
  }

  /// The text that `init(encoding:)` was given; nil for a key that it never makes.
  public var decodedText: String? {
    let encoded = utf8
    if encoded == [UInt8(ascii: "%")] { return "" }
    var bytes: [UInt8] = []
    var i = 0
    while i < encoded.count {
      guard encoded[i] == UInt8(ascii: "%") else {
        bytes.append(encoded[i])
        i += 1
        continue
      }
      guard i + 2 < encoded.count,
        let high = Self.hexDigits.firstIndex(of: encoded[i + 1]), let low = Self.hexDigits.firstIndex(of: encoded[i + 2])
      else { return nil }
      bytes.append(UInt8(high << 4 | low))
      i += 3
    }
    let text = String(decoding: bytes, as: UTF8.self)
    // Only the one spelling that encoding produces counts, else two keys would give one text.
    guard let again = try? TreeKey(encoding: text), again == self else { return nil }
    return text
  }

  private static let hexDigits = Array("0123456789ABCDEF".utf8)
}
