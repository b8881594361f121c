// Keys whose order is that of values (data model §3.2): what an index is made of.
//
// - a letter for the kind: nothing `a`, false `b`, true `c`, numbers `d`, strings `e`, branches `f`
// - numbers: the nearest double's bits, turned so that they sort, in base 64; then how far an integer is from it
// - strings: their text, with what is below `!` written as a space and a character from there on, and cut when it is long

extension TreeKey {
  package static let sortingNothing = encode("a")
  package static let sortingBranch = encode("f")

  /// Texts are cut behind the character that reaches this many bytes.
  private static let longestSorting = 200

  /// A key that sorts among such keys as the value does among values; equal values have equal keys.
  ///
  /// Of long strings keys can be equal, too, though they differ: see `isExactSorting`.
  package init(sorting scalar: Tree.Scalar) {
    switch scalar {
    case .bool(let flag): self = TreeKey.encode(flag ? "c" : "b")
    case .int(let integer): self.init(sorting: Double(integer), beyond: TreeKey.distance(integer))
    case .double(let double): self.init(sorting: double, beyond: 0)
    case .string(let text): self.init(sortingText: text)
    }
  }

  /// Whether all values with this key are equal.
  package var isExactSorting: Bool { byteCount < TreeKey.longestSorting }

  // MARK: Numbers

  /// How far an integer is from the nearest double: at most 512.
  private static func distance(_ integer: Int64) -> Int {
    let double = Double(integer)
    if double >= 0x1p63 { return Int(integer - .max) - 1 }
    return Int(integer - Int64(double))
  }

  private init(sorting double: Double, beyond distance: Int) {
    let bits = (double == 0 ? 0 : double).bitPattern
    let sorted = bits >> 63 == 1 ? ~bits : bits | 1 << 63
    var (high, low): (UInt64, UInt64) = (UInt64(UInt8(ascii: "d")), 0)
    for digit in 0..<7 { high = high << 8 | TreeKey.digit(sorted >> UInt64(58 - 6 * digit)) }
    for digit in 7..<10 { low = low << 8 | TreeKey.digit(sorted >> UInt64(58 - 6 * digit)) }
    // Four bits are left of the double; then two digits for the distance, which is moved to be positive.
    let moved = UInt64(distance + 2048)
    for bits in [sorted & 15, moved >> 6, moved] { low = low << 8 | TreeKey.digit(bits) }
    self.init(word0: high, word1: low << 16 | 14)
  }

  /// A digit of base 64, in the order of ASCII.
  private static func digit(_ bits: UInt64) -> UInt64 { bits & 63 + 0x30 }

  // MARK: Strings

  private init(sortingText text: String) {
    var bytes: [UInt8] = [UInt8(ascii: "e")]
    bytes.reserveCapacity(24)
    for byte in text.utf8 {
      // Never within a character, so that what is cut sorts as the whole does.
      if bytes.count >= TreeKey.longestSorting, byte & 0xC0 != 0x80 { break }
      if byte <= 0x20 { bytes.append(contentsOf: [0x20, byte + 0x21]) } else { bytes.append(byte) }
    }
    self = TreeKey.encode(bytes)
  }
}
