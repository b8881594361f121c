#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A key as pages hold it: the words of `TreeKey`, whose numeric order is the order of keys. Of keys beyond 23 bytes the
/// third word is `address of a box with the bytes after the first 16 << 8 | ff`.
///
/// Keys never hold bytes below 0x20, so the length byte of a short key sorts below any text byte.
/// Two values below every key name the hidden entries of a node.
struct KeyWords: Equatable {
  var w0: UInt64
  var w1: UInt64
  var w2: UInt64

  @inline(__always) init(_ w0: UInt64, _ w1: UInt64 = 0, _ w2: UInt64 = 0) {
    self.w0 = w0
    self.w1 = w1
    self.w2 = w2
  }

  /// Below every entry; also the unused first key of inner pages.
  static let lowest = KeyWords(0)
  /// The hidden entry that holds a node's priority.
  static let priority = KeyWords(1)
  /// The hidden entry that holds the value of a leaf with a priority.
  static let value = KeyWords(2)

  @inline(__always) var isHidden: Bool { w0 < 1 << 56 }
  @inline(__always) var isLong: Bool { w2 & 0xff == 0xff }
  @inline(__always) var box: Box { Box(UnsafeMutableRawPointer(bitPattern: UInt(w2 >> 8)).unsafelyUnwrapped) }
  /// Words a page needs for this key.
  @inline(__always) var width: Int { w2 != 0 ? 3 : (w1 != 0 ? 2 : 1) }

  @inline(__always) func withBox(_ box: Box) -> KeyWords {
    KeyWords(w0, w1, UInt64(UInt(bitPattern: box.base)) << 8 | 0xff)
  }
}

// MARK: Order

extension KeyWords {
  /// Negative, zero or positive as `self` sorts before, with or after `other`.
  @inline(__always) func compare(_ other: KeyWords) -> Int {
    if w0 != other.w0 { return w0 < other.w0 ? -1 : 1 }
    return KeyWords.compareTails(w1, w2, other.w1, other.w2)
  }

  /// Order of keys whose first words are equal.
  @inline(__always) static func compareTails(_ a1: UInt64, _ a2: UInt64, _ b1: UInt64, _ b2: UInt64) -> Int {
    if a1 != b1 { return a1 < b1 ? -1 : 1 }
    if a2 == b2 { return 0 }
    if a2 & 0xff != 0xff && b2 & 0xff != 0xff { return a2 < b2 ? -1 : 1 }
    return compareLong(a2, b2)
  }

  /// Order of third words of which at least one names a box.
  @inline(never) private static func compareLong(_ a2: UInt64, _ b2: UInt64) -> Int {
    withTail(a2) { a in
      withTail(b2) { b in
        var common = min(a.count, b.count)
        if planted(.longKeyPrefix) { common = min(common, 7) }
        let order = common == 0 ? 0 : Int(memcmp(a.baseAddress!, b.baseAddress!, common))
        if planted(.longKeyPrefix) { return order }
        return order != 0 ? order : a.count - b.count
      }
    }
  }

  /// The bytes of a key after the first 16.
  static func withTail<R>(_ w2: UInt64, _ body: (UnsafeRawBufferPointer) -> R) -> R {
    if w2 & 0xff == 0xff { return body(KeyWords(0, 0, w2).box.bytes) }
    var bytes = w2.bigEndian
    let count = w2 == 0 ? 0 : Int(w2 & 0xff) - 16
    return withUnsafeBytes(of: &bytes) { body(UnsafeRawBufferPointer(rebasing: $0[0..<count])) }
  }
}

// MARK: Separators

extension KeyWords {
  /// A short key `s` with `left < s <= right`, for inner pages. `spill` keeps bytes that do not fit.
  static func separator(_ left: KeyWords, _ right: KeyWords, spill: (UnsafeRawBufferPointer) -> Box) -> KeyWords {
    if left.w0 != right.w0 { return KeyWords(right.w0) }
    if left.w1 != right.w1 { return KeyWords(right.w0, right.w1) }
    guard right.isLong else { return right }
    return withTail(left.w2) { l in
      withTail(right.w2) { r in
        var i = 0
        while i < l.count && l[i] == r[i] { i += 1 }
        if i >= 7 { return right.withBox(spill(UnsafeRawBufferPointer(rebasing: r[0...i]))) }
        var word: UInt64 = 0
        for j in 0...i { word |= UInt64(r[j]) << UInt64(56 - 8 * j) }
        return KeyWords(right.w0, right.w1, word | UInt64(16 + i + 1))
      }
    }
  }
}
