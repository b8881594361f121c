extension JSONScanner {
  /// A number. Without fraction and exponent it is an integer as far as 64 bits go (data model §1.6), all others are
  /// doubles; `-0` is the double.
  @inline(__always)
  mutating func number(_ bytes: Span<UInt8>, _ isLast: Bool) throws(Interruption) -> JSONToken {
    let start = position
    var at = start
    let isNegative = bytes[at] == UInt8(ascii: "-")
    if isNegative { at &+= 1 }
    var mantissa: UInt64 = 0
    let digitsStart = at
    Self.digits(bytes, &at, &mantissa)
    var digits = at &- digitsStart
    if digits == 0 { throw unexpected("a digit", bytes, at) }
    if digits > 1, bytes[digitsStart] == UInt8(ascii: "0") {
      throw Interruption(.syntax, "a number begins with a needless zero; write it without, or as a string", at: digitsStart)
    }

    var scale = 0
    var isInteger = true
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      isInteger = false
      at &+= 1
      let fractionStart = at
      Self.digits(bytes, &at, &mantissa)
      scale = at &- fractionStart
      digits &+= scale
      if scale == 0 { throw unexpected("a digit behind the decimal point", bytes, at) }
    }
    var hasExponent = false
    if at < bytes.count, bytes[at] | 0x20 == UInt8(ascii: "e") {
      (isInteger, hasExponent) = (false, true)
      try exponent(bytes, &at)
    }
    if at == bytes.count, !isLast { throw Interruption(.syntax, "the rest of a number is expected", at: at, isAtEnd: true) }

    position = at
    if isInteger, digits <= 18, !(isNegative && mantissa == 0) {
      return .int(isNegative ? -Int64(mantissa) : Int64(mantissa))
    }
    // Up to 15 digits and 22 places both numbers are exact, and so the quotient is correctly rounded.
    if !hasExponent, digits <= 15, scale <= 22 {
      let value = Double(mantissa) / Self.powersOfTen[scale]
      return .double(isNegative ? -value : value)
    }
    return try longNumber(bytes, start, isInteger)
  }

  @inline(__always)
  private static func digits(_ bytes: Span<UInt8>, _ at: inout Int, _ mantissa: inout UInt64) {
    while at < bytes.count, bytes[at] &- 48 <= 9 {
      mantissa = mantissa &* 10 &+ UInt64(bytes[at] &- 48)
      at &+= 1
    }
  }

  private func exponent(_ bytes: Span<UInt8>, _ at: inout Int) throws(Interruption) {
    at += 1
    if at < bytes.count, bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") { at += 1 }
    guard at < bytes.count, bytes[at] &- 48 <= 9 else { throw unexpected("a digit of the exponent", bytes, at) }
    while at < bytes.count, bytes[at] &- 48 <= 9 { at += 1 }
  }

  /// What needs a slower way to be read exactly.
  @inline(never)
  private mutating func longNumber(_ bytes: Span<UInt8>, _ start: Int, _ isInteger: Bool) throws(Interruption) -> JSONToken {
    let text = String(decoding: (start..<position).map { bytes[$0] }, as: UTF8.self)
    if isInteger, let integer = Int64(text), integer != 0 { return .int(integer) }
    guard let double = Double(text), double.isFinite else {
      let message = "the number \(text.prefix(40)) is too large for a 64-bit floating point number"
      throw Interruption(.nonFiniteNumber, message, at: start)
    }
    return .double(double)
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
