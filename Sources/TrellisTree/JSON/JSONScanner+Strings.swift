extension JSONScanner {
  /// The text between the quotes; `position` is at the opening quote and ends behind the closing one.
  @inline(__always)
  mutating func string(_ bytes: Span<UInt8>) throws(Interruption) -> JSONText {
    let start = position + 1
    var bits: UInt64 = 0
    let end = Self.plainEnd(bytes, start, &bits)
    if end < bytes.count, bytes[end] == UInt8(ascii: "\"") {
      if bits & EightBytes.highBits != 0 { try requireUTF8(bytes, start, end) }
      position = end + 1
      return JSONText(start: start, end: end, isUnescaped: false)
    }
    return try stringWithEscapes(bytes, start, end)
  }

  /// Where the first byte stands that does not stand for itself, from `start` on; `bits` gets all bits before it.
  @inline(__always)
  private static func plainEnd(_ bytes: Span<UInt8>, _ start: Int, _ bits: inout UInt64) -> Int {
    var at = start
    let raw = bytes.bytes
    while at &+ 8 <= bytes.count {
      let eight = UInt64(littleEndian: raw.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self))
      let special = EightBytes.special(eight)
      if special != 0 {
        let plain = special.trailingZeroBitCount & ~7
        bits |= eight & ((1 << UInt64(plain)) &- 1)
        return at &+ plain / 8
      }
      bits |= eight
      at &+= 8
    }
    while at < bytes.count {
      let byte = bytes[at]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return at }
      bits |= UInt64(byte)
      at &+= 1
    }
    return at
  }

  /// A string of which all is plain up to `place`, where the text ends, an escape begins, or a control character stands.
  @inline(never)
  private mutating func stringWithEscapes(_ bytes: Span<UInt8>, _ start: Int, _ place: Int) throws(Interruption) -> JSONText {
    unescapedCount = 0
    var (runStart, at) = (start, place)
    var bits = UInt64.max
    while true {
      // First, since a piece may end within a character.
      guard at < bytes.count else { throw unexpected("a closing quote", bytes, at) }
      if bits & EightBytes.highBits != 0 { try requireUTF8(bytes, runStart, at) }
      appendRun(bytes, runStart, at)
      switch bytes[at] {
      case UInt8(ascii: "\""):
        position = at + 1
        return JSONText(start: 0, end: unescapedCount, isUnescaped: true)
      case UInt8(ascii: "\\"): at = try escape(bytes, at)
      case let byte:
        let code = "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))"
        throw Interruption(.syntax, "a control character (code \(byte)) stands in a string; write it as \(code)", at: at)
      }
      bits = 0
      runStart = at
      at = Self.plainEnd(bytes, at, &bits)
    }
  }

  /// Bytes that stand for themselves; behind them is then room for what an escape comes to.
  @inline(__always)
  private mutating func appendRun(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) {
    let needed = unescapedCount &+ (end &- start) &+ 16
    if needed > unescaped.count { unescaped += [UInt8](repeating: 0, count: max(needed, 256)) }
    let raw = bytes.bytes
    var target = unescapedCount
    var at = start
    var out = unescaped.mutableSpan
    // Whole words, also the last: what is too much in it is written over.
    while at < end, at &+ 8 <= bytes.count {
      var room = out.mutableBytes
      room.storeBytes(of: raw.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self), toByteOffset: target, as: UInt64.self)
      at &+= 8
      target &+= 8
    }
    while at < end {
      out[target] = bytes[at]
      at &+= 1
      target &+= 1
    }
    unescapedCount &+= end &- start
  }

  @inline(__always)
  private mutating func append(_ byte: UInt8) {
    unescaped[unescapedCount] = byte
    unescapedCount &+= 1
  }

  // MARK: Escapes

  /// Undoes the escape that begins at `place`. Answers where it ends.
  private mutating func escape(_ bytes: Span<UInt8>, _ place: Int) throws(Interruption) -> Int {
    guard place + 1 < bytes.count else { throw unexpected("the rest of an escape", bytes, place + 1) }
    switch bytes[place + 1] {
    case let plain where plain == UInt8(ascii: "\"") || plain == UInt8(ascii: "\\") || plain == UInt8(ascii: "/"): append(plain)
    case UInt8(ascii: "b"): append(0x08)
    case UInt8(ascii: "f"): append(0x0C)
    case UInt8(ascii: "n"): append(0x0A)
    case UInt8(ascii: "r"): append(0x0D)
    case UInt8(ascii: "t"): append(0x09)
    case UInt8(ascii: "u"): return try unicodeEscape(bytes, place)
    case let other:
      throw Interruption(
        .syntax, "a backslash is followed by \(Self.shown(other)), which is no escape; write \\\\ for a backslash", at: place)
    }
    return place + 2
  }

  private mutating func unicodeEscape(_ bytes: Span<UInt8>, _ place: Int) throws(Interruption) -> Int {
    let first = try hexUnit(bytes, place + 2)
    var end = place + 6
    var scalar = UInt32(first)
    if UTF16.isLeadSurrogate(first) {
      // Whether the other half follows is known when its first two bytes are there.
      if end + 1 >= bytes.count { throw loneSurrogate(first, end, isAtEnd: true) }
      guard bytes[end] == UInt8(ascii: "\\"), bytes[end + 1] == UInt8(ascii: "u") else { throw loneSurrogate(first, end) }
      let second = try hexUnit(bytes, end + 2)
      end += 6
      guard UTF16.isTrailSurrogate(second) else { throw loneSurrogate(first, end) }
      scalar = 0x10000 + (UInt32(first) & 0x3FF) << 10 + UInt32(second) & 0x3FF
    }
    if scalar >> 11 == 0xD800 >> 11 { throw loneSurrogate(first, end) }
    append(character: scalar)
    return end
  }

  /// The bytes of a character, which is no half of a surrogate pair.
  private mutating func append(character scalar: UInt32) {
    func byte(_ mark: UInt32, _ shift: UInt32, _ mask: UInt32 = 0x3F) -> UInt8 { UInt8(truncatingIfNeeded: mark | scalar >> shift & mask) }
    switch scalar {
    case ..<0x80: append(byte(0, 0, 0x7F))
    case ..<0x800:
      append(byte(0xC0, 6))
      append(byte(0x80, 0))
    case ..<0x10000:
      append(byte(0xE0, 12, 0x0F))
      append(byte(0x80, 6))
      append(byte(0x80, 0))
    default:
      append(byte(0xF0, 18, 0x07))
      append(byte(0x80, 12))
      append(byte(0x80, 6))
      append(byte(0x80, 0))
    }
  }

  private func hexUnit(_ bytes: Span<UInt8>, _ place: Int) throws(Interruption) -> UInt16 {
    var unit: UInt16 = 0
    for at in place..<(place + 4) {
      guard at < bytes.count, let digit = Self.hexDigit(bytes[at]) else { throw unexpected("four hexadecimal digits", bytes, at) }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    if byte &- 48 <= 9 { return byte &- 48 }
    let letter = (byte | 0x20) &- UInt8(ascii: "a")
    return letter < 6 ? letter + 10 : nil
  }

  private func loneSurrogate(_ unit: UInt16, _ place: Int, isAtEnd: Bool = false) -> Interruption {
    let message = "the escape \\u\(String(unit, radix: 16)) is half of a surrogate pair; strings hold whole characters"
    return Interruption(.invalidText, message, at: place, isAtEnd: isAtEnd)
  }
}
