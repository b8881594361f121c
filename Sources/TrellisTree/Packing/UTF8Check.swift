/// Whether bytes are well-formed UTF-8.
package enum UTF8Check {
  @inlinable
  package static func isValid(_ bytes: Span<UInt8>, _ place: Range<Int>) -> Bool {
    var i = place.lowerBound
    while i &+ 8 <= place.upperBound {
      if bytes.bytes.unsafeLoadUnaligned(fromByteOffset: i, as: UInt64.self) & EightBytes.highBits != 0 {
        return isValidSlowly(bytes, place)
      }
      i &+= 8
    }
    while i < place.upperBound {
      if bytes[i] >= 0x80 { return isValidSlowly(bytes, place) }
      i &+= 1
    }
    return true
  }

  @usableFromInline
  static func isValidSlowly(_ bytes: Span<UInt8>, _ place: Range<Int>) -> Bool {
    String(validating: place.map { bytes[$0] }, as: UTF8.self) != nil
  }
}
