extension PackedWriter {
  /// Puts the checksum into the four bytes kept free for it in front. It covers the key of the row, too.
  package mutating func seal(for key: [UInt8]) {
    let sum = Checksum.crc32(bytes.span.extracting(4...), after: Checksum.crc32(key.span))
    for i in 0..<4 { bytes[i] = UInt8(truncatingIfNeeded: sum >> UInt32(8 * i)) }
  }
}

extension PackedReader {
  /// Checks checksum and version; what follows is what was packed.
  package init(sealed bytes: Span<UInt8>, for key: [UInt8]) throws(PackedProblem) {
    guard bytes.count > 5 else { throw PackedProblem("it ends too soon") }
    let sum = UInt32(littleEndian: bytes.bytes.unsafeLoadUnaligned(as: UInt32.self))
    guard sum == Checksum.crc32(bytes.extracting(4...), after: Checksum.crc32(key.span)) else {
      throw PackedProblem("the checksum is wrong")
    }
    guard bytes[4] <= Packed.version else { throw PackedProblem(newerVersion: bytes[4]) }
    self.init(from: 5)
  }
}
