/// CRC-32 as zlib, PNG and Ethernet have it, so that any language can check our rows. Eight bytes a step, by eight tables.
package enum Checksum {
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for i in 0..<256 {
      var value = UInt32(i)
      for _ in 0..<8 { value = value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
      tables[i] = value
    }
    for i in 256..<(8 * 256) { tables[i] = tables[i - 256] >> 8 ^ tables[Int(tables[i - 256] & 0xFF)] }
    return tables
  }()

  /// Of bytes, and of what stood before them, whose checksum is `before`.
  package static func crc32(_ bytes: Span<UInt8>, after before: UInt32 = 0) -> UInt32 {
    let (bytes, tables) = (bytes.bytes, tables.span)
    var crc = ~before
    var i = 0
    while i &+ 8 <= bytes.byteCount {
      // Indexes are single bytes behind the start of one of the eight tables.
      let low = bytes.unsafeLoadUnaligned(fromByteOffset: i, as: UInt32.self).littleEndian ^ crc
      let high = bytes.unsafeLoadUnaligned(fromByteOffset: i &+ 4, as: UInt32.self).littleEndian
      crc =
        tables[unchecked: 0x700 &+ Int(low & 0xFF)] ^ tables[unchecked: 0x600 &+ Int(low >> 8 & 0xFF)]
        ^ tables[unchecked: 0x500 &+ Int(low >> 16 & 0xFF)]
        ^ tables[unchecked: 0x400 &+ Int(low >> 24)] ^ tables[unchecked: 0x300 &+ Int(high & 0xFF)]
        ^ tables[unchecked: 0x200 &+ Int(high >> 8 & 0xFF)]
        ^ tables[unchecked: 0x100 &+ Int(high >> 16 & 0xFF)] ^ tables[unchecked: Int(high >> 24)]
      i &+= 8
    }
    while i < bytes.byteCount {
      crc = crc >> 8 ^ tables[Int((crc ^ UInt32(bytes.unsafeLoad(fromByteOffset: i, as: UInt8.self))) & 0xFF)]
      i &+= 1
    }
    return ~crc
  }
}
