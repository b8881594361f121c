/// The manual as `man` reads it.
enum ManualPage {
  static var text: String {
    var page = """
      .\\" Made by: trellis help --format man
      .TH TRELLIS 1 "" "Trellis \(Tool.version)" "Trellis"
      .SH NAME
      trellis \\- \(escaped(Tool.summary))
      .SH SYNOPSIS
      .B trellis
      .I VERB DB
      .RI [ PATH ]
      [options]
      .SH DESCRIPTION
      \(paragraphs(Tool.notes))

      """
    for group in Tool.groups {
      page += ".SH \(escaped(group.title.uppercased()))\n"
      for verb in group.verbs { page += section(verb) }
    }
    page += ".SH EXIT STATUS\n"
    for code in ExitCode.allCases { page += ".TP\n\(code.rawValue)\n\(escaped(code.meaning))\n" }
    page += """
      .SH ENVIRONMENT
      .TP
      NO_COLOR
      When it is set there are no colours. Without it there are some, on terminals that have them.

      """
    return page
  }

  private static func section(_ verb: Verb) -> String {
    var text = ".SS \(escaped(verb.usage))\n\(escaped(verb.summary.capitalizedFirst)).\n"
    for argument in verb.arguments { text += ".TP\n.I \(escaped(argument.name))\n\(escaped(argument.help))\n" }
    for option in verb.options { text += ".TP\n.B \(escaped(option.usage.trimmed))\n\(escaped(option.help))\n" }
    if !verb.details.isEmpty { text += ".PP\n\(paragraphs(verb.details))\n" }
    for example in verb.examples { text += ".PP\n.EX\n\(escaped(example.command))\n.EE\n\(escaped(example.result.capitalizedFirst)).\n" }
    return text
  }

  private static func paragraphs(_ text: String) -> String {
    text.split(separator: "\n\n").map { escaped(String($0)) }.joined(separator: "\n.PP\n")
  }

  /// Backslashes, dashes that are typed, and lines that would be requests.
  private static func escaped(_ text: String) -> String {
    let marked = text.map { $0 == "\\" ? "\\e" : ($0 == "-" ? "\\-" : String($0)) }.joined()
    return marked.first == "." || marked.first == "'" ? "\\&\(marked)" : marked
  }
}
