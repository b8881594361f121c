/// Words in lines.
enum Paragraphs {
  static let width = 80

  /// Breaks paragraphs into lines, each with so many spaces before it.
  static func wrapped(_ text: String, indent: Int) -> String {
    text.split(separator: "\n\n").map { wrap($0, indent) }.joined(separator: "\n\n")
  }

  /// Names in a column, what they are beside them.
  static func table(_ rows: [(name: String, text: String)], _ style: Style) -> String {
    let column = min(rows.map(\.name.count).max() ?? 0, 26)
    return rows.map { name, text in
      let lines = wrap(text[...], column + 4).dropFirst(column + 4)
      let isLong = name.count > column
      let padding = String(repeating: " ", count: isLong ? column + 4 : column - name.count + 2)
      return "  \(style.name(name))\(isLong ? "\n" : "")\(padding)\(lines)\n"
    }.joined()
  }

  private static func wrap(_ text: some StringProtocol, _ indent: Int) -> String {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      if !line.isEmpty, indent + line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    if !line.isEmpty { lines.append(line) }
    let margin = String(repeating: " ", count: indent)
    return lines.map { margin + $0 }.joined(separator: "\n")
  }
}
