import TrellisTree

// Values out of words. Nothing here looks into pages; `Word+Node` does.
extension Word {
  /// The scalar this word stands for; nil for pages and for nothing.
  var scalar: Tree.Scalar? {
    switch bits >> 48 {
    case 0:
      if self == .false { return .bool(false) }
      if self == .true { return .bool(true) }
      guard isPointer else { return nil }
      switch kind {
      case .string: return .string(boxedString)
      case .integer: return .int(boxedInteger)
      case .page, .key: return nil
      }
    case Self.integerTop: return .int(shortInteger)
    case Self.shortStringTop: return .string(withShortString { String(decoding: $0, as: UTF8.self) })
    default: return .double(asDouble)
    }
  }

  @inline(__always) var boxedInteger: Int64 { Box(address).bytes.loadUnaligned(as: Int64.self) }

  @inline(__always) var boxedString: String { String(decoding: Box(address).utf8, as: UTF8.self) }

  /// The bytes of a string that sits in the word.
  @inline(__always)
  func withShortString<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
    let count = min(Int(bits >> 40 & 0xff), Self.longestShortString)
    return withUnsafeBytes(of: bits.littleEndian) { body(UnsafeRawBufferPointer(rebasing: $0[0..<count])) }
  }

  var bool: Bool? { self == .true ? true : (self == .false ? false : nil) }

  /// A whole number, also when it is stored as a double.
  var int: Int64? {
    switch bits >> 48 {
    case 0: isPointer && kind == .integer ? boxedInteger : nil
    case Self.integerTop: shortInteger
    case Self.shortStringTop: nil
    default: Int64(exactly: asDouble)
    }
  }

  var double: Double? {
    switch bits >> 48 {
    case 0: isPointer && kind == .integer ? Double(boxedInteger) : nil
    case Self.integerTop: Double(shortInteger)
    case Self.shortStringTop: nil
    default: asDouble
    }
  }

  var string: String? {
    switch bits >> 48 {
    case 0: isPointer && kind == .string ? boxedString : nil
    case Self.shortStringTop: withShortString { String(decoding: $0, as: UTF8.self) }
    default: nil
    }
  }

  /// Same stored value: the same word, or boxes with the same content. (1 and 1.0 are stored differently.)
  func sameScalar(_ other: Word) -> Bool {
    if self == other { return true }
    guard isPointer, other.isPointer, bits & 7 == other.bits & 7, !isPage else { return false }
    return Box(address).bytes.elementsEqual(Box(other.address).bytes)
  }
}
