import Foundation

/// Sizes in words.
enum Size {
  /// A number of bytes with a unit that keeps it short: `3 B`, `4.2 KB`, `128 MB`.
  static func text(_ bytes: Int) -> String {
    var (value, units) = (Double(bytes), ["B", "KB", "MB", "GB", "TB"][...])
    while value >= 1000, units.count > 1 {
      value /= 1000
      units = units.dropFirst()
    }
    let unit = units.first ?? "B"
    return value < 10 && unit != "B" ? String(format: "%.1f \(unit)", value) : "\(Int(value.rounded())) \(unit)"
  }

  /// A number with its thousands apart.
  static func count(_ number: Int) -> String {
    let digits = Array(String(number))
    return digits.enumerated().map { i, digit in i > 0 && (digits.count - i) % 3 == 0 ? ",\(digit)" : "\(digit)" }.joined()
  }
}
