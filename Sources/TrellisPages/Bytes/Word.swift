/// One stored value in 8 bytes.
///
/// Top 16 bits: `0` constant or pointer (48 bits, kind in the low 3), `2...fffb` double (its bits plus an offset),
/// `fffe` integer of 48 bits, `ffff` string of up to 5 bytes.
struct Word: Equatable {
  var bits: UInt64

  @inline(__always) init(bits: UInt64) { self.bits = bits }

  static let missing = Word(bits: 0)
  static let `false` = Word(bits: 8)
  static let `true` = Word(bits: 9)

  /// What the low three bits of a pointer say.
  enum Kind: UInt64 { case page = 0, string = 1, integer = 2, key = 3 }

  private static let doubleOffset: UInt64 = 0x0002_0000_0000_0000
  static let integerTop: UInt64 = 0xfffe
  static let shortStringTop: UInt64 = 0xffff
  static let longestShortString = 5

  @inline(__always) var isPointer: Bool { bits >> 48 == 0 && bits > 15 }
  @inline(__always) var kind: Kind { Kind(rawValue: bits & 7).unsafelyUnwrapped }
  @inline(__always) var isPage: Bool { isPointer && bits & 7 == 0 }
  @inline(__always) var address: UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(bitPattern: UInt(bits & ~7)).unsafelyUnwrapped
  }
  /// Birth of the block it points to.
  @inline(__always) var birth: UInt64 { address.load(as: UInt64.self) }

  @inline(__always) init(_ block: UnsafeMutableRawPointer, _ kind: Kind) {
    bits = UInt64(UInt(bitPattern: block)) | kind.rawValue
  }
  @inline(__always) init(_ page: Page) { self.init(page.base, .page) }

  @inline(__always) init(_ flag: Bool) { self = flag ? .true : .false }

  /// Any double. (Values are finite; drafts that nobody has checked yet may hold NaN, whose spare bits are not kept,
  /// because some of them are other words.)
  @inline(__always) init(_ double: Double) {
    bits = (double.isNaN ? Double.nan : double).bitPattern &+ Self.doubleOffset
  }

  /// Nil when the integer needs more than 48 bits (then it goes into a box).
  @inline(__always) init?(short integer: Int64) {
    guard (integer << 16) >> 16 == integer else { return nil }
    bits = (Self.integerTop << 48) | UInt64(bitPattern: integer) & 0xffff_ffff_ffff
  }

  /// Nil when the text needs more than 5 bytes (then it goes into a box).
  @inline(__always) init?(short text: UnsafeBufferPointer<UInt8>) {
    guard text.count <= Self.longestShortString else { return nil }
    var packed: UInt64 = 0
    for i in 0..<text.count { packed |= UInt64(text[i]) << UInt64(8 * i) }
    bits = Self.shortStringTop << 48 | UInt64(text.count) << 40 | packed
  }

  @inline(__always) var shortInteger: Int64 { Int64(bitPattern: bits &<< 16) &>> 16 }
  @inline(__always) var asDouble: Double { Double(bitPattern: bits &- Self.doubleOffset) }
}
