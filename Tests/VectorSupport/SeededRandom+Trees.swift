package import TrellisTree

extension SeededRandom {
  /// The text of a legal key: integer-like ones, near misses of such, Unicode in both forms, short and long ones.
  package mutating func keyText() -> String {
    switch below(12) {
    case 0: return String(below(40) - 20)
    case 1: return String(repeating: "0", count: below(4)) + String(below(12))
    case 2: return ["-", "-0", "00", "-00", "000", "+1", "1 ", " 1", "0x10", "1e3", "--1", "-01"][below(12)]
    case 3: return String(Int64(Int32.max) + Int64(below(5)) - 2)
    case 4: return String(Int64(Int32.min) + Int64(below(5)) - 2)
    case 5: return ["00000000001", "000000000001", "-0000000001", "-00000000001", "99999999999", "2147483648a"][below(6)]
    case 6, 7:
      return text(of: ["a", "b", "é", "e\u{301}", "\u{1F600}", "\u{E000}", "\u{FFEE}", "中", "\u{D7FF}", "\u{10FFFF}", "\u{80}"], 1...4)
    case 8: return text(of: ["a", "b", "\u{E000}", "\u{10000}"], 5...40)
    case 9: return String(repeating: "x", count: 22 + below(4)) + text(of: ["a", "é", "\u{1F600}"], 0...3)
    case 10: return text(of: ["-", "0", "A", "Z", "_", "a", "z"], 20...20)
    default: return text(of: ["a", "B", "%", " ", "\"", "\\", ":", "~", "9", "-"], 1...6)
    }
  }

  package mutating func key() -> TreeKey { TreeKey(unchecked: keyText()) }

  private mutating func text(of pieces: [String], _ count: ClosedRange<Int>) -> String {
    (0..<Int.random(in: count, using: &self)).map { _ in pick(pieces) }.joined()
  }

  package mutating func number() -> Tree.Scalar {
    switch below(6) {
    case 0, 1: .int(Int64(below(200) - 100))
    case 2: .int(pick([.max, .min, 1 << 53, 1 << 53 + 1, -1 << 53 - 1, 1_506_428_988_000, Int64(bitPattern: next())]))
    case 3: .double(Double(below(2_000)) / 16 - 60)
    case 4: .double(pick(Self.doubles))
    default: .double(finiteDouble())
    }
  }

  private static let doubles = [
    -0.0, 0, 1, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e21, 1e-7, 0.1, 0.30000000000000004, 0x1p53,
    0x1p63, -0x1p63,
  ]

  /// Any bits that are a finite number.
  package mutating func finiteDouble() -> Double {
    while true {
      let double = Double(bitPattern: next())
      if double.isFinite { return double }
    }
  }

  package mutating func string() -> String {
    text(
      of: ["", "a", "é", "e\u{301}", "\u{1F600}", "\u{FFEE}", "\"", "\\", "/", "\n", "\t", "\u{0}", "\u{1F}", "\u{7F}", "\u{2028}", "<"],
      0...8)
  }

  package mutating func scalar() -> Tree.Scalar {
    switch below(4) {
    case 0: .bool(chance(percent: 50))
    case 1: .string(string())
    default: number()
    }
  }

  package mutating func priority() -> Tree.Scalar? {
    guard chance(percent: 20) else { return nil }
    return chance(percent: 50) ? number() : .string(string())
  }

  /// A tree of at most so many levels; now and then nothing, or a bare leaf.
  package mutating func tree(levels: Int) -> Tree {
    if levels == 0 || chance(percent: 10) { return chance(percent: 8) ? .null : Tree(scalar()).with(priority: priority()) }
    var children: [(TreeKey, Tree)] = []
    for i in 0..<below(7) { children.append((chance(percent: 15) ? TreeKey(listIndex: i) : key(), tree(levels: levels - 1))) }
    return Tree.branch(children).with(priority: priority())
  }
}
