/// Reads packed bytes, which each call is given: it is only a place in them. Nothing in them is trusted: what does not fit is
/// a `PackedProblem`.
package struct PackedReader {
  package var position: Int

  @inlinable package init(from position: Int = 0) { self.position = position }

  @inlinable package func isAtEnd(_ bytes: Span<UInt8>) -> Bool { position >= bytes.count }

  @inlinable
  @inline(__always)
  package mutating func byte(_ bytes: Span<UInt8>) throws(PackedProblem) -> UInt8 {
    guard position < bytes.count else { throw Self.tooShort }
    defer { position &+= 1 }
    return bytes[unchecked: position]
  }

  @inlinable
  @inline(__always)
  package mutating func varint(_ bytes: Span<UInt8>) throws(PackedProblem) -> UInt64 {
    let first = try byte(bytes)
    if first < 0x80 { return UInt64(first) }
    return try longVarint(bytes, first)
  }

  @usableFromInline
  mutating func longVarint(_ bytes: Span<UInt8>, _ first: UInt8) throws(PackedProblem) -> UInt64 {
    var value = UInt64(first & 0x7F)
    var shift: UInt64 = 7
    while shift < 64 {
      let next = try byte(bytes)
      value |= UInt64(next & 0x7F) << shift
      if next < 0x80 { return value }
      shift += 7
    }
    throw PackedProblem("a number of more than 64 bits")
  }

  @inlinable
  package mutating func zigzag(_ bytes: Span<UInt8>) throws(PackedProblem) -> Int64 {
    let value = try varint(bytes)
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  /// A number of things of which each takes at least one byte.
  @inlinable
  @inline(__always)
  package mutating func count(_ bytes: Span<UInt8>) throws(PackedProblem) -> Int {
    let count = try varint(bytes)
    guard count <= UInt64(bytes.count &- position) else { throw Self.tooShort }
    return Int(truncatingIfNeeded: count)
  }

  /// The place of the next bytes, which are passed over.
  @inlinable
  @inline(__always)
  package mutating func take(_ bytes: Span<UInt8>, _ count: Int) throws(PackedProblem) -> Range<Int> {
    guard count >= 0, count <= bytes.count &- position else { throw Self.tooShort }
    defer { position &+= count }
    return Range(uncheckedBounds: (position, position &+ count))
  }

  /// The place of a text with its length before it.
  @inlinable
  @inline(__always)
  package mutating func text(_ bytes: Span<UInt8>) throws(PackedProblem) -> Range<Int> { try take(bytes, try count(bytes)) }

  @inlinable
  package mutating func double(_ bytes: Span<UInt8>) throws(PackedProblem) -> Double {
    let place = try take(bytes, 8)
    let bits = bytes.bytes.unsafeLoadUnaligned(fromByteOffset: place.lowerBound, as: UInt64.self)
    let double = Double(bitPattern: UInt64(littleEndian: bits))
    guard double.isFinite else { throw PackedProblem("a number that is not finite") }
    return double
  }

  @usableFromInline package static var tooShort: PackedProblem { PackedProblem("it ends too soon") }

  /// A key's bytes, which must be ones that a key may have.
  package static func key(_ bytes: Span<UInt8>, _ place: Range<Int>) throws(PackedProblem) -> TreeKey {
    let text = place.map { bytes[$0] }
    guard TreePath.Invalid.isLegalKey(text), UTF8Check.isValid(bytes, place) else { throw PackedProblem("a key that no node can have") }
    return TreeKey.encode(text)
  }

  package static func string(_ bytes: Span<UInt8>, _ place: Range<Int>) throws(PackedProblem) -> String {
    guard UTF8Check.isValid(bytes, place) else { throw PackedProblem("a string that is not UTF-8") }
    return String(decoding: place.map { bytes[$0] }, as: UTF8.self)
  }
}
