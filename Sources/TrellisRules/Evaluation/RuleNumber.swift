/// Numbers as text: the shortest decimal that reads back the same, whole ones without a point. (Rules §7.)
enum RuleNumber {
  static func text(_ number: Double) -> String {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
    if number == 0 { return "0" }
    let (digits, exponent) = decimal(number.magnitude)
    return (number < 0 ? "-" : "") + text(digits, exponent)
  }

  /// The digits, and how many of them stand before the point.
  private static func decimal(_ number: Double) -> (digits: [UInt8], point: Int) {
    // As Swift writes it: digits, perhaps a point, perhaps an exponent.
    let parts = number.description.utf8.split(separator: UInt8(ascii: "e"))
    let mantissa = parts[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    var digits = Array(mantissa[0]) + (mantissa.count > 1 ? Array(mantissa[1]) : [])
    var point = mantissa[0].count + (parts.count > 1 ? Int(String(decoding: parts[1], as: UTF8.self)) ?? 0 : 0)
    while digits.count > 1, digits.first == UInt8(ascii: "0") {
      digits.removeFirst()
      point -= 1
    }
    while digits.count > 1, digits.last == UInt8(ascii: "0") { digits.removeLast() }
    return (digits, point)
  }

  private static func text(_ digits: [UInt8], _ point: Int) -> String {
    func string(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }
    func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }
    if (digits.count...21).contains(point) { return string(digits) + zeros(point - digits.count) }
    if (1...21).contains(point) { return string(digits[..<point]) + "." + string(digits[point...]) }
    if (-5...0).contains(point) { return "0." + zeros(-point) + string(digits) }
    let sign = point > 0 ? "+" : "-"
    return string(digits[..<1]) + (digits.count > 1 ? "." + string(digits[1...]) : "") + "e\(sign)\(abs(point - 1))"
  }
}
