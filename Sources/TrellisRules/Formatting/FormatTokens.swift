/// The tokens of a document that can be read, as they are written.
struct FormatTokens {
  enum Token {
    case open(Unicode.Scalar)
    case close
    case comma
    case colon
    /// A text with its quotes, a number or a name.
    case word(String)
  }

  struct Comment {
    let text: String
    /// How many lines begin between what comes before it and itself.
    let linesBefore: Int
    let endsLine: Bool
  }

  private let units: [UInt16]
  private var at = 0

  init(_ units: [UInt16]) { self.units = units }

  /// Whether something is left before the bracket that closes.
  var isInList: Bool {
    switch peek {
    case .close?, nil: false
    default: true
    }
  }

  /// The closing bracket, if nothing is before it, not even a comment.
  mutating func takeClosing() -> Bool {
    var ahead = self
    guard ahead.takeComments().isEmpty, case .close? = ahead.take() else { return false }
    self = ahead
    return true
  }

  /// The next token, comments left out.
  var peek: Token? {
    var ahead = self
    _ = ahead.takeComments()
    return ahead.take()
  }

  /// How many lines begin before what comes next.
  var linesBefore: Int {
    var ahead = self
    return ahead.skipSpace()
  }

  mutating func next() -> Token? {
    _ = takeComments()
    return take()
  }

  /// All comments before the next token.
  mutating func takeComments() -> [Comment] {
    var comments: [Comment] = []
    while true {
      let before = at
      let lines = skipSpace()
      guard at + 1 < units.count, units[at] == UInt16(ascii: "/") else {
        // Lines before a token are counted by whoever writes it.
        at = before
        return comments
      }
      comments.append(comment(lines))
    }
  }

  /// A list that has room in one line, without its brackets, which it then takes. Nil if it has comments, lists, or too much in it.
  mutating func shortList(upTo widest: Int) -> String? {
    var ahead = self
    var words: [String] = []
    while true {
      if !ahead.takeComments().isEmpty { return nil }
      switch ahead.take() {
      case .word(let word)?:
        guard !word.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return nil }
        words.append(word)
      case .comma?: continue
      case .close?:
        let line = words.joined(separator: ", ")
        guard line.utf16.count <= widest else { return nil }
        self = ahead
        return line
      default: return nil
      }
    }
  }

  // MARK: Scanning

  @discardableResult
  private mutating func skipSpace() -> Int {
    var lines = 0
    while at < units.count {
      switch units[at] {
      case 0x0A: lines += 1
      case 0x0D: if at + 1 == units.count || units[at + 1] != 0x0A { lines += 1 }
      case 0x20, 0x09: break
      default: return lines
      }
      at += 1
    }
    return lines
  }

  private mutating func comment(_ lines: Int) -> Comment {
    let start = at
    at += 2
    guard units[start + 1] == UInt16(ascii: "*") else {
      while at < units.count, units[at] != 0x0A, units[at] != 0x0D { at += 1 }
      var end = at
      while units[end - 1] == 0x20 || units[end - 1] == 0x09 { end -= 1 }
      return Comment(text: String(units: units[start..<end]), linesBefore: lines, endsLine: true)
    }
    while at + 1 < units.count, units[at] != UInt16(ascii: "*") || units[at + 1] != UInt16(ascii: "/") { at += 1 }
    at = min(at + 2, units.count)
    return Comment(text: String(units: units[start..<at]), linesBefore: lines, endsLine: false)
  }

  private mutating func take() -> Token? {
    skipSpace()
    guard at < units.count else { return nil }
    let start = at
    at += 1
    switch units[start] {
    case UInt16(ascii: "{"): return .open("{")
    case UInt16(ascii: "["): return .open("[")
    case UInt16(ascii: "}"), UInt16(ascii: "]"): return .close
    case UInt16(ascii: ","): return .comma
    case UInt16(ascii: ":"): return .colon
    case UInt16(ascii: "\""):
      while at < units.count, units[at] != UInt16(ascii: "\"") { at += units[at] == UInt16(ascii: "\\") ? 2 : 1 }
      at = min(at + 1, units.count)
    default:
      while at < units.count, !"{}[],:\"/ \t\r\n".utf16.contains(units[at]) { at += 1 }
    }
    return .word(String(units: units[start..<at]))
  }
}
