extension KeyWords {
  /// The key whose text stands from `start` to `end` of a longer one, if it is plain: 1 to 23 bytes of ASCII that keys
  /// may hold (data model §2.2), and surely no number. Nil says nothing about other keys: they take the slower way.
  ///
  /// Most keys of documents are plain, and a few steps for eight bytes at once are all there is to them.
  @inline(__always)
  init?(plain bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) {
    let count = end - start
    guard count > 0, count <= 23, start + 24 <= bytes.count else { return nil }
    let all = UnsafeRawBufferPointer(bytes)
    let first = all.loadUnaligned(fromByteOffset: start, as: UInt64.self).littleEndian.firstBytes(count)
    if count <= 11, first & 0xff < UInt8(ascii: ":") { return nil }
    guard first.arePlain(count) else { return nil }
    self.init(first.byteSwapped)
    if count <= 7 {
      w0 |= UInt64(count)
      return
    }
    let second = all.loadUnaligned(fromByteOffset: start + 8, as: UInt64.self).littleEndian.firstBytes(count - 8)
    guard second.arePlain(count - 8) else { return nil }
    w1 = second.byteSwapped
    if count <= 15 {
      w1 |= UInt64(count)
      return
    }
    let third = all.loadUnaligned(fromByteOffset: start + 16, as: UInt64.self).littleEndian.firstBytes(count - 16)
    guard third.arePlain(count - 16) else { return nil }
    w2 = third.byteSwapped | UInt64(count)
  }
}

extension UInt64 {
  /// All bits of the first bytes, the first of which is the lowest.
  @inline(__always)
  private static func mask(_ count: Int) -> UInt64 { count >= 8 ? .max : 1 << UInt64(8 * count) &- 1 }

  /// The word with zeros behind its first bytes.
  @inline(__always)
  fileprivate func firstBytes(_ count: Int) -> UInt64 { count <= 0 ? 0 : self & UInt64.mask(count) }

  /// Whether the first bytes, behind which there are zeros, are ASCII, none of them a control character or one of `#$./[]`.
  @inline(__always)
  fileprivate func arePlain(_ count: Int) -> Bool {
    if count <= 0 { return true }
    let each: UInt64 = 0x0101_0101_0101_0101
    // Spaces stand in where there is nothing.
    let x = self | ~UInt64.mask(count) & (each &* 0x20)
    let ascii = x & (each &* 0x7F)
    // The highest bit of a byte of `ascii + (80 - n)` says whether it is n or above; no sum carries into the next byte.
    let controls = ~(ascii &+ each &* 0x60)
    let numberSignAndDollar = (ascii &+ each &* 0x5D) & ~(ascii &+ each &* 0x5B)
    let dotAndSlash = (ascii &+ each &* 0x52) & ~(ascii &+ each &* 0x50)
    let openingBracket = (ascii &+ each &* 0x25) & ~(ascii &+ each &* 0x24)
    let closingBracket = (ascii &+ each &* 0x23) & ~(ascii &+ each &* 0x22)
    let delete = ascii &+ each
    return (x | controls | numberSignAndDollar | dotAndSlash | openingBracket | closingBracket | delete) & (each &* 0x80) == 0
  }
}
