/// Whether bytes are well-formed UTF-8.
package enum UTF8Check {
  @inlinable
  package static func isValid(_ bytes: [UInt8], _ place: Range<Int>) -> Bool {
    for i in place where bytes[i] >= 0x80 { return isValidSlowly(bytes[i..<place.upperBound]) }
    return true
  }

  @usableFromInline
  static func isValidSlowly(_ bytes: ArraySlice<UInt8>) -> Bool { String(validating: bytes, as: UTF8.self) != nil }
}
