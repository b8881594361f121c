/// Strings as the database sees them: sequences of UTF-16 code units. Swift's own `==`, `<` and `hash` normalise.
package enum CodeUnits {
  /// Negative, zero or positive, by UTF-16 code units.
  package static func order(_ a: String, _ b: String) -> Int {
    var (left, right) = (a.utf8.makeIterator(), b.utf8.makeIterator())
    while true {
      switch (left.next(), right.next()) {
      case (let x?, let y?):
        // UTF-8 order is UTF-16 order once the lead bytes of U+E000...U+FFFF sort above those of supplementary scalars.
        if x != y { return TreeKey.raised(x) < TreeKey.raised(y) ? -1 : 1 }
      case (_?, nil): return 1
      case (nil, _?): return -1
      case (nil, nil): return 0
      }
    }
  }

  package static func equal(_ a: String, _ b: String) -> Bool {
    if a.utf8.count != b.utf8.count { return false }
    let isEqual = a.utf8.withContiguousStorageIfAvailable { a in b.utf8.withContiguousStorageIfAvailable { b in a.elementsEqual(b) } }
    return (isEqual ?? nil) ?? a.utf8.elementsEqual(b.utf8)
  }

  static func hash(_ text: String, into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    hasher.combine(0xFF as UInt8)
  }
}
