extension JSONScanner {
  /// The text between the quotes, escapes undone; `position` is at the opening quote and ends behind the closing one.
  @inlinable
  mutating func scanString() throws(JSONProblem) -> ArraySlice<UInt8> {
    position += 1
    let start = position
    var allBits: UInt8 = 0
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        let text = bytes[start..<position]
        if allBits >= 0x80 { try requireUTF8(text) }
        position += 1
        return text
      }
      if byte == UInt8(ascii: "\\") || byte < 0x20 { return try scanRestOfString(from: start) }
      allBits |= byte
      position += 1
    }
    throw unexpected("a closing quote")
  }

  /// The string has an escape, or a control character that should be one, at `position`.
  @usableFromInline
  mutating func scanRestOfString(from start: Int) throws(JSONProblem) -> ArraySlice<UInt8> {
    unescaped.removeAll(keepingCapacity: true)
    unescaped.append(contentsOf: bytes[start..<position])
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        try requireUTF8(unescaped[...])
        position += 1
        return unescaped[...]
      case UInt8(ascii: "\\"): try scanEscape()
      case 0..<0x20:
        throw JSONProblem(
          .syntax,
          "a control character (code \(byte)) stands in a string; write it as \\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))")
      default:
        unescaped.append(byte)
        position += 1
      }
    }
    throw unexpected("a closing quote")
  }

  private mutating func scanEscape() throws(JSONProblem) {
    guard position + 1 < bytes.count else { throw unexpected("the rest of an escape") }
    let escape = bytes[position + 1]
    position += 2
    switch escape {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): unescaped.append(escape)
    case UInt8(ascii: "b"): unescaped.append(0x08)
    case UInt8(ascii: "f"): unescaped.append(0x0C)
    case UInt8(ascii: "n"): unescaped.append(0x0A)
    case UInt8(ascii: "r"): unescaped.append(0x0D)
    case UInt8(ascii: "t"): unescaped.append(0x09)
    case UInt8(ascii: "u"): try scanUnicodeEscape()
    default:
      position -= 2
      throw JSONProblem(.syntax, "a backslash is followed by \(shown(escape)), which is no escape; write \\\\ for a backslash")
    }
  }

  private mutating func scanUnicodeEscape() throws(JSONProblem) {
    let first = try scanHexUnit()
    var scalar = UInt32(first)
    if UTF16.isLeadSurrogate(first), position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u")
    {
      position += 2
      let second = try scanHexUnit()
      guard UTF16.isTrailSurrogate(second) else { throw loneSurrogate(first) }
      scalar = 0x10000 + (UInt32(first) & 0x3FF) << 10 + UInt32(second) & 0x3FF
    }
    guard let scalar = Unicode.Scalar(scalar) else { throw loneSurrogate(first) }
    unescaped.append(contentsOf: Character(scalar).utf8)
  }

  private mutating func scanHexUnit() throws(JSONProblem) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard position < bytes.count, let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue, bytes[position] < 0x80
      else { throw unexpected("four hexadecimal digits") }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }

  private func loneSurrogate(_ unit: UInt16) -> JSONProblem {
    JSONProblem(.invalidText, "the escape \\u\(String(unit, radix: 16)) is half of a surrogate pair; strings hold whole characters")
  }

  @usableFromInline
  func requireUTF8(_ text: ArraySlice<UInt8>) throws(JSONProblem) {
    if String(validating: text, as: UTF8.self) == nil {
      throw JSONProblem(.invalidText, "the string is not UTF-8; convert the text before reading it")
    }
  }
}
