/// Packed bytes on their way in. Nothing in them is trusted: what does not fit is a `PackedProblem`.
package struct PackedReader {
  package let bytes: [UInt8]
  package var position: Int

  @inlinable
  package init(_ bytes: [UInt8], from position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  @inlinable package var isAtEnd: Bool { position >= bytes.count }

  @inlinable
  package mutating func byte() throws(PackedProblem) -> UInt8 {
    guard position < bytes.count else { throw Self.tooShort }
    defer { position += 1 }
    return bytes[position]
  }

  @inlinable
  package mutating func varint() throws(PackedProblem) -> UInt64 {
    let first = try byte()
    if first < 0x80 { return UInt64(first) }
    var value = UInt64(first & 0x7F)
    var shift: UInt64 = 7
    while shift < 64 {
      let next = try byte()
      value |= UInt64(next & 0x7F) << shift
      if next < 0x80 { return value }
      shift += 7
    }
    throw PackedProblem("a number of more than 64 bits")
  }

  @inlinable
  package mutating func zigzag() throws(PackedProblem) -> Int64 {
    let value = try varint()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  /// A number of things of which each takes at least one byte.
  @inlinable
  package mutating func count() throws(PackedProblem) -> Int {
    guard let count = Int(exactly: try varint()), count <= bytes.count - position else { throw Self.tooShort }
    return count
  }

  /// The place of the next bytes, which are passed over.
  @inlinable
  package mutating func take(_ count: Int) throws(PackedProblem) -> Range<Int> {
    guard count >= 0, count <= bytes.count - position else { throw Self.tooShort }
    defer { position += count }
    return position..<(position + count)
  }

  /// The place of a text with its length before it.
  @inlinable package mutating func text() throws(PackedProblem) -> Range<Int> { try take(try count()) }

  @inlinable
  package mutating func double() throws(PackedProblem) -> Double {
    var bits: UInt64 = 0
    for i in try take(8).reversed() { bits = bits << 8 | UInt64(bytes[i]) }
    let double = Double(bitPattern: bits)
    guard double.isFinite else { throw PackedProblem("a number that is not finite") }
    return double
  }

  @usableFromInline package static var tooShort: PackedProblem { PackedProblem("it ends too soon") }

  /// A key's bytes, which must be ones that a key may have.
  package func key(_ place: Range<Int>) throws(PackedProblem) -> TreeKey {
    let text = bytes[place]
    guard TreePath.Invalid.isLegalKey(text), UTF8Check.isValid(bytes, place) else { throw PackedProblem("a key that no node can have") }
    return TreeKey.encode(text)
  }

  package func string(_ place: Range<Int>) throws(PackedProblem) -> String {
    guard UTF8Check.isValid(bytes, place) else { throw PackedProblem("a string that is not UTF-8") }
    return String(decoding: bytes[place], as: UTF8.self)
  }
}
