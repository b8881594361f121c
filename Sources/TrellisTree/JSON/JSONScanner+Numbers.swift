extension JSONScanner {
  /// A number. Without fraction and exponent it is an integer as far as 64 bits go (data model §1.6), all others are
  /// doubles; `-0` is the double.
  @inlinable
  mutating func scanNumber<Handler: JSONHandler>(into handler: inout Handler) throws(JSONProblem) {
    let start = position
    let isNegative = bytes[position] == UInt8(ascii: "-")
    if isNegative { position += 1 }
    let digitsStart = position
    var mantissa: UInt64 = 0
    while position < bytes.count, bytes[position] &- 48 <= 9 {
      mantissa = mantissa &* 10 &+ UInt64(bytes[position] &- 48)
      position += 1
    }
    var digits = position - digitsStart
    if digits == 0 { throw unexpected("a digit") }
    if digits > 1, bytes[digitsStart] == UInt8(ascii: "0") { throw leadingZero(digitsStart) }

    var scale = 0
    var isPlain = true
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      isPlain = false
      position += 1
      let fractionStart = position
      while position < bytes.count, bytes[position] &- 48 <= 9 {
        mantissa = mantissa &* 10 &+ UInt64(bytes[position] &- 48)
        position += 1
      }
      scale = position - fractionStart
      digits += scale
      if scale == 0 { throw unexpected("a digit behind the decimal point") }
    }
    var hasExponent = false
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      hasExponent = true
      try skipExponent()
    }

    if isPlain, !hasExponent, digits <= 18, !(isNegative && mantissa == 0) {
      return try handler.int(isNegative ? -Int64(mantissa) : Int64(mantissa))
    }
    // Up to 15 digits and 22 places both numbers are exact, and so the quotient is correctly rounded.
    if !hasExponent, digits <= 15, scale <= 22 {
      let value = Double(mantissa) / Self.powersOfTen[scale]
      return try handler.double(isNegative ? -value : value)
    }
    try scanLongNumber(from: start, isPlain: isPlain && !hasExponent, into: &handler)
  }

  @usableFromInline
  mutating func scanLongNumber<Handler: JSONHandler>(from start: Int, isPlain: Bool, into handler: inout Handler) throws(JSONProblem) {
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isPlain, let integer = Int64(text), integer != 0 { return try handler.int(integer) }
    guard let double = Double(text), double.isFinite else {
      position = start
      throw JSONProblem(.nonFiniteNumber, "the number \(text.prefix(40)) is too large for a 64-bit floating point number")
    }
    try handler.double(double)
  }

  @usableFromInline
  mutating func skipExponent() throws(JSONProblem) {
    position += 1
    if position < bytes.count, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") { position += 1 }
    guard position < bytes.count, bytes[position] &- 48 <= 9 else { throw unexpected("a digit of the exponent") }
    while position < bytes.count, bytes[position] &- 48 <= 9 { position += 1 }
  }

  @usableFromInline
  mutating func leadingZero(_ start: Int) -> JSONProblem {
    position = start
    return JSONProblem(.syntax, "a number begins with a needless zero; write it without, or as a string")
  }

  @usableFromInline
  static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
