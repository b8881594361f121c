/// Takes an expression apart into words. (Rules §4.)
struct RuleLexer {
  private let units: [UInt16]
  private var at = 0

  init(_ units: [UInt16]) { self.units = units }

  /// Longer ones first. Not all are in the language: those that are not are named as a whole when they are refused.
  private static let symbols: [(units: [UInt16], text: String)] = [
    ">>>", "===", "!==", "**", "=>", "==", "!=", "<=", ">=", "&&", "||", "++", "--", "<<", ">>", "?", ":", "!", "-", "+", "*", "/", "%",
    "<", ">",
    ".", "[", "]", "(", ")", ",", "=", ";", "&", "|", "^", "~", "{", "}",
  ].map { (units: Array($0.utf16), text: $0) }

  /// - Parameter mayBeOperand: whether a slash begins a regular expression.
  mutating func next(mayBeOperand: Bool) throws(SourceProblem) -> RuleToken {
    try skipSpace()
    let start = at
    guard at < units.count else { return RuleToken(kind: .end, offset: at, end: at) }
    let unit = units[at]
    let kind: RuleToken.Kind
    if unit.isDigit || (unit == UInt16(ascii: ".") && at + 1 < units.count && units[at + 1].isDigit) {
      kind = .number(try number())
    } else if unit == UInt16(ascii: "'") || unit == UInt16(ascii: "\"") {
      kind = .string(try string(unit))
    } else if unit == UInt16(ascii: "/"), mayBeOperand {
      kind = try regex()
    } else if Self.beginsName(unit) {
      while at < units.count, Self.beginsName(units[at]) || units[at].isDigit { at += 1 }
      kind = .name(String(units: units[start..<at]))
    } else {
      kind = try symbol()
    }
    return RuleToken(kind: kind, offset: start, end: at)
  }

  private static func beginsName(_ unit: UInt16) -> Bool {
    (0x41...0x5A).contains(unit) || (0x61...0x7A).contains(unit) || unit == 0x5F || unit == 0x24
  }

  private mutating func skipSpace() throws(SourceProblem) {
    while at < units.count {
      if units[at].isSpace || units[at] == 0x2028 || units[at] == 0x2029 {
        at += 1
      } else if isAhead("/", "/") {
        while at < units.count, units[at] != 0x0A, units[at] != 0x0D { at += 1 }
      } else if isAhead("/", "*") {
        let start = at
        at += 2
        while at < units.count, !isAhead("*", "/") { at += 1 }
        guard at < units.count else { throw SourceProblem(start, "Unterminated comment.") }
        at += 2
      } else {
        return
      }
    }
  }

  private func isAhead(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    units[at] == UInt16(ascii: first) && at + 1 < units.count && units[at + 1] == UInt16(ascii: second)
  }

  private mutating func symbol() throws(SourceProblem) -> RuleToken.Kind {
    guard let symbol = Self.symbols.first(where: { $0.units[0] == units[at] && units[at...].starts(with: $0.units) }) else {
      throw SourceProblem(at, "Unexpected character '\(String(units: [units[at]]))'.")
    }
    at += symbol.units.count
    return .symbol(symbol.text)
  }

  // MARK: Literals

  private mutating func number() throws(SourceProblem) -> Double {
    let start = at
    func digits() { while at < units.count, units[at].isDigit { at += 1 } }
    digits()
    if at - start > 1, units[start] == 0x30 { throw SourceProblem(start, "A number has no leading zeros.") }
    if at < units.count, units[at] == UInt16(ascii: ".") {
      at += 1
      digits()
    }
    if at < units.count, units[at] | 0x20 == UInt16(ascii: "e") {
      at += 1
      if at < units.count, units[at] == UInt16(ascii: "+") || units[at] == UInt16(ascii: "-") { at += 1 }
      let exponent = at
      digits()
      if at == exponent { throw SourceProblem(start, "An exponent has digits.") }
    }
    if at < units.count, Self.beginsName(units[at]) { throw SourceProblem(start, "A letter follows a number.") }
    var text = String(units: units[start..<at])
    if text.utf8.first == UInt8(ascii: ".") { text = "0" + text }
    text =
      text.split(separator: ".", omittingEmptySubsequences: false).count == 2 && text.utf8.last == UInt8(ascii: ".") ? text + "0" : text
    if let range = text.firstRange(of: ".e") ?? text.firstRange(of: ".E") { text.replaceSubrange(range, with: ".0e") }
    guard let value = Double(text) else { throw SourceProblem(start, "This is no number.") }
    return value
  }

  private mutating func string(_ quote: UInt16) throws(SourceProblem) -> [UInt16] {
    let start = at
    var text: [UInt16] = []
    at += 1
    while true {
      guard at < units.count, units[at] != 0x0A, units[at] != 0x0D else { throw SourceProblem(start, "Unterminated string literal.") }
      let unit = units[at]
      at += 1
      if unit == quote { return text }
      text.append(unit == UInt16(ascii: "\\") ? try escape(start) : unit)
    }
  }

  private mutating func escape(_ start: Int) throws(SourceProblem) -> UInt16 {
    guard at < units.count, units[at] != 0x0A, units[at] != 0x0D else { throw SourceProblem(start, "Unterminated string literal.") }
    let unit = units[at]
    at += 1
    switch Unicode.Scalar(unit) {
    case "n": return 0x0A
    case "t": return 0x09
    case "r": return 0x0D
    case "b": return 0x08
    case "f": return 0x0C
    case "v": return 0x0B
    case "0": return 0
    case "x": return try hex(2)
    case "u": return try hex(4)
    default: return unit
    }
  }

  private mutating func hex(_ count: Int) throws(SourceProblem) -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<count {
      guard at < units.count, let digit = units[at].hexValue else { throw SourceProblem(at, "Invalid escape sequence.") }
      value = value << 4 | digit
      at += 1
    }
    return value
  }

  /// The body ends at the first slash that is neither escaped nor in a class.
  private mutating func regex() throws(SourceProblem) -> RuleToken.Kind {
    let start = at
    at += 1
    var isInClass = false
    while true {
      guard at < units.count, units[at] != 0x0A, units[at] != 0x0D else { throw SourceProblem(start, "Unterminated regular expression.") }
      let unit = units[at]
      at += 1
      if unit == UInt16(ascii: "\\") {
        at += 1
      } else if unit == UInt16(ascii: "[") {
        isInClass = true
      } else if unit == UInt16(ascii: "]") {
        isInClass = false
      } else if unit == UInt16(ascii: "/"), !isInClass {
        break
      }
    }
    let end = at - 1
    while at < units.count, Self.beginsName(units[at]) || units[at].isDigit { at += 1 }
    return .regex(Array(units[(start + 1)..<end]), String(units: units[(end + 1)..<at]))
  }
}
