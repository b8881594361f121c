import TrellisTree

/// The keys a check uses, sorted by an order written down apart from the one under test. A model names keys by their
/// index here, so index order is the expected order.
struct KeyPool: Sendable {
  let keys: [TreeKey]
  let texts: [String]
  /// Indexes of keys for nodes of few children.
  let common: [Int]
  /// Keys of nodes that get thousands of children.
  let wide: [Int]

  init(_ random: inout Random) {
    var texts: Set<[UInt8]> = []
    func add(_ text: String) { texts.insert(Array(text.utf8)) }
    for text in [
      "-0", "00", "0", "-00", "000", "-1", "-01", "1", "01", "001", "2147483647", "2147483648", "-2147483648", "-2147483649",
      "00000000012", "000000000012", "-0000000012", "-00000000012", "+1", "-", "--1", "1a", "9999999999", "99999999999", "a", "A",
      "\u{E000}", "\u{FFEE}", "\u{1F600}", "x\u{1F600}y", "x\u{E001}y", "\u{D7FF}", "\u{80}", "e\u{301}", "\u{E9}", "-12345678901",
    ] { add(text) }
    for n in [6, 7, 8, 14, 15, 16, 17, 22, 23, 24, 25, 40, 300, 767, 768] {
      add(String(repeating: "k", count: n))
      add(String(repeating: "k", count: n - 1) + "l")
      if n >= 10 { add(String(repeating: "\u{FFEE}", count: n / 3)) }
      if n >= 10 { add(String(repeating: "k", count: n - 4) + "\u{1F600}") }
      if n >= 10 { add(String(repeating: "k", count: n - 4) + "\u{FFEE}") }
    }
    let special = texts
    for i in 0..<2200 {
      switch random.below(6) {
      case 0: add(String(random.below(60_000) - 500))
      case 1: add("k\(random.below(4000))")
      case 2: add("a_long_common_prefix_of_32_bytes_" + String(random.below(5000)))
      case 3: add(String(repeating: "p", count: 16 + random.below(30)) + String(random.below(400)))
      case 4: add("\u{1F600}\u{E000}".randomElement(using: &random)!.description + String(random.below(900)))
      default: add(pushText(i, &random))
      }
    }
    let sorted = texts.map { String(decoding: $0, as: UTF8.self) }.sorted(by: specifiedOrder)
    self.texts = sorted
    keys = sorted.map { TreeKey(unchecked: $0) }
    common = sorted.indices.filter { special.contains(Array(sorted[$0].utf8)) }
    wide = [sorted.count / 3, sorted.count / 2, sorted.count - 2]
  }
}

/// The key order of the data model, word for word.
func specifiedOrder(_ a: String, _ b: String) -> Bool {
  switch (specifiedInteger(a), specifiedInteger(b)) {
  case (let x?, let y?):
    if x != y { return x < y }
    if a.utf16.count != b.utf16.count { return a.utf16.count < b.utf16.count }
    return a.utf16.lexicographicallyPrecedes(b.utf16)
  case (_?, nil): return true
  case (nil, _?): return false
  case (nil, nil): return a.utf16.lexicographicallyPrecedes(b.utf16)
  }
}

private func specifiedInteger(_ text: String) -> Int? {
  let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
  guard text.utf8.count <= 11, !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
  guard let value = Int(text), (-2_147_483_648...2_147_483_647).contains(value) else { return nil }
  return value
}
