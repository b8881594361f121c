/// An out-of-line string, integer or key tail: `birth: u64, length: u32, bytes`.
struct Box {
  let base: UnsafeMutableRawPointer
  static let headerBytes = 12

  @inline(__always) init(_ base: UnsafeMutableRawPointer) { self.base = base }

  @inline(__always) var birth: UInt64 { base.load(as: UInt64.self) }
  @inline(__always) var length: Int { Int((base + 8).load(as: UInt32.self)) }
  @inline(__always) var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base + Self.headerBytes, count: length) }
  @inline(__always) var utf8: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: (base + Self.headerBytes).assumingMemoryBound(to: UInt8.self), count: length)
  }
  @inline(__always) var size: Int { Self.headerBytes + length }

  @inline(__always)
  static func initialize(_ base: UnsafeMutableRawPointer, birth: UInt64, bytes: UnsafeRawBufferPointer) {
    base.storeBytes(of: birth, as: UInt64.self)
    (base + 8).storeBytes(of: UInt32(bytes.count), as: UInt32.self)
    if let from = bytes.baseAddress { (base + headerBytes).copyMemory(from: from, byteCount: bytes.count) }
  }
}
