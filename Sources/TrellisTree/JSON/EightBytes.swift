/// Questions about eight bytes of text at once, asked of a word that has them in the order of memory on a little-endian
/// machine. An answer has the highest bit of bytes set, and the lowest byte so marked is the first one that is meant;
/// marks above it may be wrong.
package enum EightBytes {
  @inlinable package static var lowBits: UInt64 { 0x0101_0101_0101_0101 }
  @inlinable package static var highBits: UInt64 { 0x8080_8080_8080_8080 }

  /// Control characters, quotes and backslashes: what does not stand for itself in a JSON string.
  @inlinable
  @inline(__always)
  package static func special(_ word: UInt64) -> UInt64 {
    // A byte is below n (at most 128) when taking n away borrows; bytes from 128 on are none.
    (word &- lowBits &* 0x20) & ~word & highBits | quotes(word)
  }

  /// Quotes and backslashes.
  @inlinable
  @inline(__always)
  package static func quotes(_ word: UInt64) -> UInt64 {
    let quote = word ^ lowBits &* 0x22
    let backslash = word ^ lowBits &* 0x5C
    return ((quote &- lowBits) & ~quote | (backslash &- lowBits) & ~backslash) & highBits
  }
}
