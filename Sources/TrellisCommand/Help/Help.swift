extension Tool {
  /// What `trellis --help` prints.
  static func overview(_ style: Style) -> String {
    var text = "\(style.strong("trellis")) \(summary)\n\nusage: trellis VERB DB [PATH] [options]\n"
    for group in groups {
      text += "\n\(style.strong(group.title))\n" + Paragraphs.table(group.verbs.map { ($0.name, $0.summary) }, style)
    }
    text += "\n\(Paragraphs.wrapped(notes, indent: 0))\n"
    text += "\n\(style.strong("Exit codes"))\n" + Paragraphs.table(ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) }, style)
    return text + "\ntrellis VERB --help tells about a verb.\n"
  }
}

extension Verb {
  /// What `trellis VERB --help` prints.
  func help(_ style: Style) -> String {
    var text = "\(style.strong("trellis \(name)")) \(summary)\n\nusage: \(usage)\n"
    if !arguments.isEmpty { text += "\n" + Paragraphs.table(arguments.map { ($0.name, $0.help) }, style) }
    text += "\n" + Paragraphs.table((options + [.help]).map { ($0.usage, $0.help) }, style)
    if !details.isEmpty { text += "\n\(Paragraphs.wrapped(details, indent: 0))\n" }
    if !examples.isEmpty {
      text += "\n\(style.strong("Examples"))\n"
      for example in examples { text += "  \(example.command)\n      \(style.quiet(example.result))\n" }
    }
    return text
  }
}
