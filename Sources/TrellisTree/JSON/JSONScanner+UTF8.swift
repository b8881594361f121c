extension JSONScanner {
  /// Checks bytes that stand for themselves. Asking the standard library would make a string of each.
  @inline(never)
  func requireUTF8(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) throws(Interruption) {
    var at = start
    while at < end {
      if at &+ 8 <= end, bytes.bytes.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self) & EightBytes.highBits == 0 {
        at &+= 8
        continue
      }
      guard let length = Self.characterLength(bytes, at, end) else {
        throw Interruption(.invalidText, "the string is not UTF-8; convert the text before reading it", at: at)
      }
      at &+= length
    }
  }

  /// How many bytes the character at a place has, if it is well-formed (The Unicode Standard, table 3-7).
  @inline(__always)
  private static func characterLength(_ bytes: Span<UInt8>, _ at: Int, _ end: Int) -> Int? {
    let first = bytes[at]
    if first < 0x80 { return 1 }
    let length = first < 0xE0 ? 2 : (first < 0xF0 ? 3 : 4)
    guard first >= 0xC2, first <= 0xF4, at &+ length <= end else { return nil }
    let second = bytes[at &+ 1]
    // Overlong forms, surrogates, and what is beyond the last code point.
    let (lowest, highest): (UInt8, UInt8) =
      switch first {
      case 0xE0: (0xA0, 0xBF)
      case 0xED: (0x80, 0x9F)
      case 0xF0: (0x90, 0xBF)
      case 0xF4: (0x80, 0x8F)
      default: (0x80, 0xBF)
      }
    guard second >= lowest, second <= highest else { return nil }
    if length > 2, bytes[at &+ 2] & 0xC0 != 0x80 { return nil }
    if length > 3, bytes[at &+ 3] & 0xC0 != 0x80 { return nil }
    return length
  }
}
