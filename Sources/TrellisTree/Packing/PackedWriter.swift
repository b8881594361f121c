/// Packed bytes on their way out.
package struct PackedWriter: Sendable {
  package var bytes: [UInt8]

  @inlinable package init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  @inlinable package mutating func append(_ byte: UInt8) { bytes.append(byte) }

  /// Seven bits a byte, the lowest first; all bytes but the last have their highest bit set.
  @inlinable
  package mutating func append(varint value: Int) {
    var rest = UInt(bitPattern: value)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Small numbers of either sign stay short.
  @inlinable
  package mutating func append(zigzag value: Int64) {
    append(varint: Int(truncatingIfNeeded: UInt64(bitPattern: (value << 1) ^ (value >> 63))))
  }

  @inlinable
  package mutating func append(text: some Collection<UInt8>) {
    append(varint: text.count)
    bytes.append(contentsOf: text)
  }
}

// MARK: Keys

extension PackedWriter {
  /// A key's text, with its length before it.
  package mutating func append(key: TreeKey) {
    // Bytes from 80 on may be kept in another form than in text, and numbers are.
    guard key.tail == nil, !key.isIntegerLike, (key.word0 | key.word1 | key.word2) & EightBytes.highBits == 0 else {
      return append(text: key.utf8)
    }
    let count = key.byteCount
    append(UInt8(truncatingIfNeeded: count))
    append(key.word0, min(count, 8))
    if count > 8 { append(key.word1, min(count - 8, 8)) }
    if count > 16 { append(key.word2, count - 16) }
  }

  /// The first bytes of a word, the highest first.
  private mutating func append(_ word: UInt64, _ count: Int) {
    for i in 0..<count { bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * i))) }
  }
}

// MARK: Scalars

extension PackedWriter {
  @inlinable package mutating func append(_ flag: Bool) { append(flag ? Packed.Tag.true : Packed.Tag.false) }

  @inlinable
  package mutating func append(_ integer: Int64) {
    if 0...127 ~= integer { return append(Packed.Tag.shortInteger + UInt8(integer)) }
    append(Packed.Tag.integer)
    append(zigzag: integer)
  }

  @inlinable
  package mutating func append(_ double: Double) {
    append(Packed.Tag.double)
    var rest = double.bitPattern
    for _ in 0..<8 {
      append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  /// What stands before the bytes of a string.
  @inlinable
  package mutating func append(stringOf count: Int) {
    if count < 64 { return append(Packed.Tag.shortString + UInt8(count)) }
    append(Packed.Tag.string)
    append(varint: count)
  }

  package mutating func append(_ scalar: Tree.Scalar) {
    switch scalar {
    case .bool(let flag): append(flag)
    case .int(let integer): append(integer)
    case .double(let double): append(double)
    case .string(let text):
      append(stringOf: text.utf8.count)
      bytes.append(contentsOf: text.utf8)
    }
  }
}
