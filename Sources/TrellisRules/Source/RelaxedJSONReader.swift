/// Reads a rules file.
struct RelaxedJSONReader {
  private let units: [UInt16]
  private var at = 0
  private static let deepest = 512

  init(_ units: [UInt16]) { self.units = units }

  /// The one object that a file is.
  mutating func document() throws(SourceProblem) -> RelaxedJSON {
    try skipSpace()
    guard peek == UInt16(ascii: "{") else { throw SourceProblem(at, "Expected '{'.") }
    let value = try value(depth: 0)
    try skipSpace()
    if at < units.count { throw SourceProblem(at, "Unexpected token after end of document.") }
    return value
  }

  private var peek: UInt16? { at < units.count ? units[at] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == UInt16(ascii: scalar) else { return false }
    at += 1
    return true
  }

  private mutating func skipSpace() throws(SourceProblem) {
    while let unit = peek {
      if unit == 0x20 || unit == 0x09 || unit == 0x0A || unit == 0x0D {
        at += 1
      } else if unit == UInt16(ascii: "/"), at + 1 < units.count, units[at + 1] == UInt16(ascii: "/") {
        while let unit = peek, unit != 0x0A, unit != 0x0D { at += 1 }
      } else if unit == UInt16(ascii: "/"), at + 1 < units.count, units[at + 1] == UInt16(ascii: "*") {
        let start = at
        at += 2
        while at + 1 < units.count, units[at] != UInt16(ascii: "*") || units[at + 1] != UInt16(ascii: "/") { at += 1 }
        guard at + 1 < units.count else { throw SourceProblem(start, "Unterminated comment.") }
        at += 2
      } else {
        return
      }
    }
  }

  // MARK: Values

  private mutating func value(depth: Int) throws(SourceProblem) -> RelaxedJSON {
    let start = at
    guard depth < Self.deepest else { throw SourceProblem(start, "The file nests too deep.") }
    guard let unit = peek else { throw SourceProblem(start, "Unexpected end of file.") }
    switch unit {
    case UInt16(ascii: "{"): return RelaxedJSON(offset: start, content: .object(try members(depth)))
    case UInt16(ascii: "["): return RelaxedJSON(offset: start, content: .array(try elements(depth)))
    case UInt16(ascii: "\""): return RelaxedJSON(offset: start, content: .string(try string()))
    default: return RelaxedJSON(offset: start, content: try word())
    }
  }

  private mutating func members(_ depth: Int) throws(SourceProblem) -> [RelaxedJSON.Member] {
    at += 1
    var members: [RelaxedJSON.Member] = []
    var seen: Set<[UInt16]> = []
    try skipSpace()
    while !take("}") {
      guard peek == UInt16(ascii: "\"") else { throw SourceProblem(at, "Expected '\"'.") }
      let key = try string()
      guard seen.insert(key.units).inserted else { throw SourceProblem(key.start, "Duplicate key '\(key.string)'.") }
      try skipSpace()
      guard take(":") else { throw SourceProblem(at, "Expected ':'.") }
      try skipSpace()
      members.append(RelaxedJSON.Member(key: key, value: try value(depth: depth + 1)))
      try skipSpace()
      if take(",") { try skipSpace() } else if peek != UInt16(ascii: "}") { throw SourceProblem(at, "Expected ',' or '}'.") }
    }
    return members
  }

  private mutating func elements(_ depth: Int) throws(SourceProblem) -> [RelaxedJSON] {
    at += 1
    var elements: [RelaxedJSON] = []
    try skipSpace()
    while !take("]") {
      elements.append(try value(depth: depth + 1))
      try skipSpace()
      if take(",") { try skipSpace() } else if peek != UInt16(ascii: "]") { throw SourceProblem(at, "Expected ',' or ']'.") }
    }
    return elements
  }

  /// A number or a name.
  private mutating func word() throws(SourceProblem) -> RelaxedJSON.Content {
    let start = at
    while let unit = peek, unit < 0x80, String(units: [unit]).allSatisfy({ $0.isLetter || $0.isNumber || "+-.".contains($0) }) { at += 1 }
    let text = String(units: units[start..<at])
    switch text {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    default:
      if let first = text.utf8.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first), let number = Double(text) {
        return .number(number)
      }
      throw SourceProblem(start, text.isEmpty ? "Unexpected token." : "Unexpected token '\(text)'.")
    }
  }

  // MARK: Strings

  private mutating func string() throws(SourceProblem) -> RelaxedJSON.Text {
    var text = RelaxedJSON.Text(start: at)
    at += 1
    while true {
      guard let unit = peek else { throw SourceProblem(text.start, "Unterminated string.") }
      text.offsets.append(at)
      if unit == UInt16(ascii: "\"") {
        at += 1
        return text
      }
      if unit < 0x20, unit != 0x0A, unit != 0x0D, unit != 0x09 { throw SourceProblem(at, "A control character stands in a string.") }
      text.units.append(unit == UInt16(ascii: "\\") ? try escape() : unit)
      at += 1
    }
  }

  /// What a backslash begins; ends at its last character.
  private mutating func escape() throws(SourceProblem) -> UInt16 {
    let start = at
    at += 1
    switch peek.flatMap({ Unicode.Scalar($0) }) {
    case "\"": return 0x22
    case "\\": return 0x5C
    case "/": return 0x2F
    case "b": return 0x08
    case "f": return 0x0C
    case "n": return 0x0A
    case "r": return 0x0D
    case "t": return 0x09
    case "u":
      var value: UInt16 = 0
      for _ in 0..<4 {
        at += 1
        guard let digit = peek?.hexValue else { throw SourceProblem(start, "Invalid escape sequence.") }
        value = value << 4 | digit
      }
      return value
    default: throw SourceProblem(start, "Invalid escape sequence.")
    }
  }
}
