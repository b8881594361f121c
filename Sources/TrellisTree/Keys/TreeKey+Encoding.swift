// A key as up to three words whose numeric order is the order of keys.
//
// - integer-like: `01 | value, biased, 4 bytes | text length | plain sign flag | 01`, one word for every spelling
// - up to 23 bytes: the UTF-8 bytes, lead bytes EE and EF raised to F5 and F6 (so that byte order is UTF-16 order),
//   padded with zeros; the length sits in the low byte of the last word used (7, 15 or 23 bytes of text)
// - longer: 16 bytes in two words, `ff` in the third, the rest in `tail`
//
// Keys never hold bytes below 0x20, so a length byte sorts below any text byte. First words below 1 << 56 are no keys:
// the paged tree uses a few of them for entries of its own.

extension TreeKey {
  @inlinable package static var longestInline: Int { 23 }
  @inlinable package static var longMark: UInt64 { 0xff }

  /// Encodes a key's text.
  @inlinable
  package static func encode(_ text: String) -> TreeKey {
    text.utf8.withContiguousStorageIfAvailable { encode($0) } ?? encode(Array(text.utf8))
  }

  /// Encodes a key's text, given as UTF-8.
  @inlinable
  package static func encode(_ utf8: some RandomAccessCollection<UInt8>) -> TreeKey {
    let count = utf8.count
    if count <= 11, let word = integerWord(utf8, count) { return TreeKey(word0: word) }
    if count <= 7 { return TreeKey(word0: word(utf8, 0, count) | UInt64(count)) }
    let first = word(utf8, 0, 8)
    if count <= 15 { return TreeKey(word0: first, word1: word(utf8, 8, count) | UInt64(count)) }
    let second = word(utf8, 8, 16)
    if count <= longestInline { return TreeKey(word0: first, word1: second, word2: word(utf8, 16, count) | UInt64(count)) }
    return TreeKey(word0: first, word1: second, word2: longMark, tail: utf8.dropFirst(16).map(raised))
  }

  /// The key of a literal as `plain` makes it; nil for other texts.
  package init?(plain text: StaticString) {
    guard let key = text.withUTF8Buffer({ TreeKey.plain($0) }) else { return nil }
    self = key
  }

  /// The key that most names in programs are: short, plain ASCII, and begun by a letter. Nil for any other text, legal or not. It is the
  /// same key that `encode` makes of it, checked and made in one go.
  package static func plain(_ utf8: some RandomAccessCollection<UInt8>) -> TreeKey? {
    let count = utf8.count
    guard count <= TreeKey.longestInline, let first = utf8.first, first >= UInt8(ascii: "A") else { return nil }
    var isLegal: UInt64 = 1
    func word(_ from: Int) -> UInt64 {
      let end = min(from + 8, count)
      var word: UInt64 = 0
      for unit in utf8.dropFirst(from).prefix(8) {
        let byte = UInt64(unit)
        word = word << 8 | byte
        // A shift by 64 or more leaves nothing.
        isLegal &= TreeKey.legalLow >> byte | TreeKey.legalHigh >> (byte &- 64)
      }
      return word << UInt64(8 * (from + 8 - end))
    }
    var words = (word(0), count > 7 ? word(8) : 0, count > 15 ? word(16) : 0)
    if count > 15 { words.2 |= UInt64(count) } else if count > 7 { words.1 |= UInt64(count) } else { words.0 |= UInt64(count) }
    return isLegal == 1 ? TreeKey(word0: words.0, word1: words.1, word2: words.2) : nil
  }

  /// One bit for each ASCII character that a key may hold.
  private static var legalLow: UInt64 { ~(TreePath.Invalid.forbiddenLow | 1 << 47) }
  private static var legalHigh: UInt64 { ~TreePath.Invalid.forbiddenHigh }

  /// Up to eight bytes of a text, the first one on top, zeros below the last.
  @inlinable
  static func word(_ utf8: some RandomAccessCollection<UInt8>, _ from: Int, _ to: Int) -> UInt64 {
    var word: UInt64 = 0
    var i = utf8.index(utf8.startIndex, offsetBy: from)
    for _ in from..<to {
      word = word << 8 | UInt64(raised(utf8[i]))
      utf8.formIndex(after: &i)
    }
    return to - from == 8 ? word : word << UInt64(8 * (8 - (to - from)))
  }

  @inlinable package static func raised(_ byte: UInt8) -> UInt8 { byte == 0xEE ? 0xF5 : (byte == 0xEF ? 0xF6 : byte) }
  @inlinable package static func lowered(_ byte: UInt8) -> UInt8 { byte == 0xF5 ? 0xEE : (byte == 0xF6 ? 0xEF : byte) }

  /// `-?[0-9]+`, at most 11 characters, value within 32 bits (data model §3.1). Equal values sort by length; of `-0` and
  /// `00`, which the field's clients confuse, the one with the smaller code unit comes first.
  @inlinable
  package static func integerWord(_ utf8: some RandomAccessCollection<UInt8>, _ count: Int) -> UInt64? {
    guard let first = utf8.first, first == UInt8(ascii: "-") || first &- 48 <= 9 else { return nil }
    let isNegative = first == UInt8(ascii: "-")
    if isNegative && count == 1 { return nil }
    var value: Int64 = 0
    for byte in utf8.dropFirst(isNegative ? 1 : 0) {
      let digit = byte &- 48
      guard digit <= 9 else { return nil }
      value = value * 10 + Int64(digit)
    }
    if isNegative { value = -value }
    guard let small = Int32(exactly: value) else { return nil }
    let biased = UInt64(UInt32(bitPattern: small) ^ 0x8000_0000)
    return 1 << 56 | biased << 24 | UInt64(count) << 16 | (isNegative ? 0 : 1) << 8 | 1
  }
}

// MARK: Back to text

extension TreeKey {
  @inlinable package var isIntegerLike: Bool { word0 >> 56 == 1 }

  /// The value of an integer-like key.
  @inlinable package var integerValue: Int? {
    guard isIntegerLike else { return nil }
    return Int(Int32(bitPattern: UInt32(truncatingIfNeeded: word0 >> 24) ^ 0x8000_0000))
  }

  /// The index this key is in a list: its value when the text is a canonical number of at least zero (data model §1.2).
  /// Numbers beyond 32 bits are never below twice a count of children, so they need no answer here.
  @inlinable package var listIndex: Int? {
    guard let value = integerValue, value >= 0, word0 >> 8 & 0xff == 1 else { return nil }
    return TreeKey(listIndex: value).word0 == word0 ? value : nil
  }

  /// The key of an element of a list.
  @inlinable
  package init(listIndex: Int) {
    var digits = 1
    var rest = listIndex / 10
    while rest > 0 { (digits, rest) = (digits + 1, rest / 10) }
    if listIndex >= 0, listIndex <= Int32.max {
      let biased = UInt64(UInt32(bitPattern: Int32(listIndex)) ^ 0x8000_0000)
      self.init(word0: 1 << 56 | biased << 24 | UInt64(digits) << 16 | 1 << 8 | 1)
    } else {
      self.init(unchecked: String(listIndex))
    }
  }

  /// Bytes of the key's text.
  @inlinable package var byteCount: Int {
    if isIntegerLike { return Int(word0 >> 16 & 0xff) }
    if let tail { return 16 + tail.count }
    return Int((word2 != 0 ? word2 : (word1 != 0 ? word1 : word0)) & 0xff)
  }

  @inlinable package var bytesAfterSixteen: [UInt8] {
    if let tail { return tail }
    let count = word2 == 0 ? 0 : Int(word2 & 0xff) - 16
    return (0..<count).map { UInt8(truncatingIfNeeded: word2 >> UInt64(56 - 8 * $0)) }
  }

  /// The key's text as UTF-8.
  @inlinable package var utf8: [UInt8] {
    if isIntegerLike { return integerText }
    if word0 == TreeKey.minimum.word0 { return Array("[MIN_NAME]".utf8) }
    if word0 == TreeKey.maximum.word0 { return Array("[MAX_NAME]".utf8) }
    let count = byteCount
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for i in 0..<min(count, 8) { bytes.append(TreeKey.lowered(UInt8(truncatingIfNeeded: word0 >> UInt64(56 - 8 * i)))) }
    if count > 8 {
      for i in 8..<min(count, 16) { bytes.append(TreeKey.lowered(UInt8(truncatingIfNeeded: word1 >> UInt64(120 - 8 * i)))) }
    }
    if count > 16 { bytes.append(contentsOf: bytesAfterSixteen.map(TreeKey.lowered)) }
    return bytes
  }

  @inlinable package var integerText: [UInt8] {
    var value = (integerValue ?? 0).magnitude
    let count = byteCount
    var bytes = [UInt8](repeating: UInt8(ascii: "0"), count: count)
    var i = count - 1
    while value > 0, i >= 0 {
      bytes[i] += UInt8(truncatingIfNeeded: value % 10)
      (value, i) = (value / 10, i - 1)
    }
    if word0 >> 8 & 0xff == 0, count > 0 { bytes[0] = UInt8(ascii: "-") }
    return bytes
  }
}
