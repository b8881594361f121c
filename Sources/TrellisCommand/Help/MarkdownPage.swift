/// The manual as a page of the documentation.
enum MarkdownPage {
  static var text: String {
    var page = """
      <!-- Made by: trellis help --format markdown -->
      # The trellis command

      `trellis` \(escaped(Tool.summary)).

      ```
      trellis VERB DB [PATH] [options]
      ```

      \(paragraphs(Tool.notes))


      """
    for group in Tool.groups {
      page += "## \(group.title)\n\n"
      for verb in group.verbs { page += section(verb) }
    }
    page += "## Exit codes\n\n| code | meaning |\n|---|---|\n"
    for code in ExitCode.allCases { page += "| \(code.rawValue) | \(escaped(code.meaning)) |\n" }
    page += "\nColours are for terminals; `NO_COLOR` turns them off.\n"
    return page
  }

  private static func section(_ verb: Verb) -> String {
    var text = "### \(verb.name)\n\n\(escaped(verb.summary.capitalizedFirst)).\n\n```\n\(verb.usage)\n```\n\n"
    let rows =
      verb.arguments.map { ($0.name, $0.help) } + verb.options.map { ($0.usage.trimmed, $0.help) }
    if !rows.isEmpty {
      text += "| | |\n|---|---|\n" + rows.map { "| `\($0.0)` | \(escaped($0.1)) |\n" }.joined() + "\n"
    }
    if !verb.details.isEmpty { text += paragraphs(verb.details) + "\n\n" }
    for example in verb.examples { text += "```bash\n\(example.command)\n```\n\(escaped(example.result.capitalizedFirst)).\n\n" }
    return text
  }

  private static func paragraphs(_ text: String) -> String {
    text.split(separator: "\n\n").map { escaped(String($0)) }.joined(separator: "\n\n")
  }

  private static func escaped(_ text: String) -> String {
    text.map { "\\`*_<>[]|{}#".contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  var trimmed: String { String(drop { $0 == " " }) }
}
