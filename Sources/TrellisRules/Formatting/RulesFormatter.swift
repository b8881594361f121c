/// Lays out a rules file: two spaces a level, a member a line, short lists in one line, no trailing commas. Comments stay where
/// they are, one empty line where some are; texts are not touched.
struct RulesFormatter {
  private static let widestList = 100

  private var tokens: FormatTokens
  private var text = ""
  private var depth = 0

  /// - Parameter units: a document that can be read.
  init(_ units: [UInt16]) { tokens = FormatTokens(units) }

  mutating func formatted() -> String {
    heading()
    value()
    write(tokens.takeComments())
    return text + "\n"
  }

  // MARK: Values

  private mutating func value() {
    switch tokens.next() {
    case .open(let bracket): list(bracket)
    case .word(let word): text += word
    default: break
    }
  }

  /// What stands between brackets, and the closing one.
  private mutating func list(_ bracket: Unicode.Scalar) {
    let closing = bracket == "{" ? "}" : "]"
    text.unicodeScalars.append(bracket)
    if tokens.takeClosing() {
      text += closing
      return
    }
    if bracket == "[", let line = tokens.shortList(upTo: Self.widestList) {
      text += line + closing
      return
    }
    depth += 1
    write(tokens.takeComments())
    while tokens.isInList {
      newLine(isSpaced: tokens.linesBefore > 1 && !text.isOpening)
      if bracket == "{" { member() } else { value() }
      separator()
    }
    _ = tokens.next()
    depth -= 1
    newLine()
    text += closing
  }

  private mutating func member() {
    if case .word(let key) = tokens.next() { text += key }
    inlineComments()
    _ = tokens.next()
    text += ":"
    inlineComments()
    text += text.isAtLineStart ? "" : " "
    value()
  }

  /// The comma if something follows, and the comments before and behind it.
  private mutating func separator() {
    var found = tokens.takeComments()
    if case .comma = tokens.peek {
      _ = tokens.next()
      found += tokens.takeComments()
    }
    if tokens.isInList { text += "," }
    write(found)
  }

  // MARK: Comments

  /// Comments before the document.
  private mutating func heading() {
    let comments = tokens.takeComments()
    for comment in comments {
      if comment.linesBefore > 1, !text.isEmpty { text += "\n" }
      text += comment.text + "\n"
    }
    if !comments.isEmpty, tokens.linesBefore > 1 { text += "\n" }
  }

  /// Behind what they follow in the same line, else each in a line of its own.
  private mutating func write(_ comments: [FormatTokens.Comment]) {
    for comment in comments {
      if comment.linesBefore == 0 { text += " " } else { newLine(isSpaced: comment.linesBefore > 1 && !text.isOpening) }
      text += comment.text
    }
  }

  /// In the middle of a member.
  private mutating func inlineComments() {
    for comment in tokens.takeComments() {
      text += text.isAtLineStart ? comment.text : " " + comment.text
      if comment.endsLine {
        newLine()
        text += "  "
      }
    }
  }

  private mutating func newLine(isSpaced: Bool = false) {
    text += isSpaced ? "\n\n" : "\n"
    text += String(repeating: "  ", count: depth)
  }
}

extension String {
  fileprivate var isOpening: Bool { utf8.last == UInt8(ascii: "{") || utf8.last == UInt8(ascii: "[") }
  fileprivate var isAtLineStart: Bool { utf8.last == UInt8(ascii: " ") }
}
