import TrellisTree

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// JSON text on its way out: raw bytes that grow by doubling, by `realloc`, which moves large blocks without copying them.
/// It has one owner, who closes it.
struct TextBuffer {
  private var start: UnsafeMutablePointer<UInt8>
  private var count = 0
  private var capacity = 0

  init() {
    capacity = 256
    start = Self.resized(nil, capacity)
  }

  func close() { free(start) }

  /// Empties it; its room stays.
  mutating func clear() { count = 0 }

  private static func resized(_ memory: UnsafeMutableRawPointer?, _ bytes: Int) -> UnsafeMutablePointer<UInt8> {
    guard let memory = realloc(memory, bytes) else { preconditionFailure("out of memory") }
    return memory.assumingMemoryBound(to: UInt8.self)
  }

  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

  @inline(__always)
  private mutating func reserve(_ more: Int) {
    if count + more > capacity { grow(more) }
  }

  @inline(never)
  private mutating func grow(_ more: Int) {
    capacity = max(capacity * 2, count + more)
    start = Self.resized(start, capacity)
  }

  @inline(__always)
  private mutating func put(_ byte: UInt8) {
    start[count] = byte
    count += 1
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    reserve(1)
    put(byte)
  }

  mutating func append(_ text: StaticString) {
    reserve(text.utf8CodeUnitCount)
    (start + count).update(from: text.utf8Start, count: text.utf8CodeUnitCount)
    count += text.utf8CodeUnitCount
  }

  // MARK: Numbers

  mutating func append(_ integer: Int64) {
    reserve(24)
    if integer < 0 { put(UInt8(ascii: "-")) }
    putDigits(integer.magnitude)
  }

  private mutating func putDigits(_ number: UInt64) {
    var digits = 1
    var limit: UInt64 = 10
    while number >= limit, digits < 20 {
      digits += 1
      (limit, _) = limit.multipliedReportingOverflow(by: digits == 20 ? 0 : 10)
    }
    var rest = number
    for i in (0..<digits).reversed() {
      start[count + i] = UInt8(truncatingIfNeeded: 48 + rest % 10)
      rest /= 10
    }
    count += digits
  }

  /// The shortest text that reads back as the very same double.
  mutating func append(_ double: Double) {
    reserve(40)
    let thousandths = (double * 1000).rounded()
    // A decimal of at most 15 digits is the shortest text of the double it reads as, so three places need no search.
    guard abs(thousandths) < 1e15, thousandths / 1000 == double, thousandths != 0 else { return appendOther(double) }
    if double < 0 { put(UInt8(ascii: "-")) }
    let (whole, places) = UInt64(abs(thousandths)).quotientAndRemainder(dividingBy: 1000)
    putDigits(whole)
    put(UInt8(ascii: "."))
    put(UInt8(truncatingIfNeeded: 48 + places / 100))
    if places % 100 != 0 { put(UInt8(truncatingIfNeeded: 48 + places / 10 % 10)) }
    if places % 10 != 0 { put(UInt8(truncatingIfNeeded: 48 + places % 10)) }
  }

  @inline(never)
  private mutating func appendOther(_ double: Double) {
    if double == 0, double.sign == .minus { return append("-0") }
    for byte in double.description.utf8 { append(byte) }
  }

  // MARK: Text

  /// A key in quotes, when its bytes stand as they are in its words. Else nothing is written, and the answer is no.
  @inline(__always)
  mutating func appendPlain(_ key: KeyWords) -> Bool {
    guard key.w0 >> 56 > 1, !key.isLong, !Self.isSpecial(key.w0), !Self.isSpecial(key.w1), !Self.isSpecial(key.w2) else { return false }
    reserve(32)
    put(UInt8(ascii: "\""))
    let to = UnsafeMutableRawPointer(start + count)
    to.storeBytes(of: key.w0.bigEndian, as: UInt64.self)
    to.storeBytes(of: key.w1.bigEndian, toByteOffset: 8, as: UInt64.self)
    to.storeBytes(of: key.w2.bigEndian, toByteOffset: 16, as: UInt64.self)
    count += Int((key.w2 != 0 ? key.w2 : (key.w1 != 0 ? key.w1 : key.w0)) & 0xff)
    put(UInt8(ascii: "\""))
    return true
  }

  /// Text in quotes, escaped as `JSONWriter` does.
  mutating func appendQuoted(_ text: UnsafeRawBufferPointer) {
    reserve(text.count + 16)
    put(UInt8(ascii: "\""))
    var i = 0
    while i < text.count {
      if i + 8 <= text.count {
        let eight = text.loadUnaligned(fromByteOffset: i, as: UInt64.self)
        // All eight are stored, and those counted that stand for themselves: there is room for so many.
        UnsafeMutableRawPointer(start + count).storeBytes(of: eight, as: UInt64.self)
        let special = EightBytes.special(eight.littleEndian)
        let plain = special == 0 ? 8 : special.trailingZeroBitCount >> 3
        count += plain
        i += plain
        if special == 0 { continue }
      }
      appendEscaped(text[i], before: text.count - i)
      i += 1
    }
    put(UInt8(ascii: "\""))
  }

  /// One byte of a text of which `rest` bytes, this one included, are still to come.
  @inline(__always)
  private mutating func appendEscaped(_ byte: UInt8, before rest: Int) {
    if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { return put(byte) }
    reserve(rest + 16)
    put(UInt8(ascii: "\\"))
    switch byte {
    case 0x0A: put(UInt8(ascii: "n"))
    case 0x0D: put(UInt8(ascii: "r"))
    case 0x09: put(UInt8(ascii: "t"))
    case 0..<0x20:
      append("u00")
      put(48 + byte >> 4)
      put(Self.hexDigit(byte & 15))
    default: put(byte)
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 87 + value }

  /// Whether a word of a key holds bytes that are escaped, or (above 7F) kept in another form than in text.
  @inline(__always)
  private static func isSpecial(_ word: UInt64) -> Bool {
    word & EightBytes.highBits | EightBytes.quotes(word) != 0
  }
}
