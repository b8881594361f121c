extension Verb {
  /// Its names are not here, because they are made of all verbs, of which this is one: completions add them.
  private static let verb = Argument(name: "VERB", help: "the verb to tell about", count: .optional)
  private static let shell = Argument(name: "SHELL", help: "bash, zsh or fish", choices: ["bash", "zsh", "fish"])
  private static let format = Option(
    "format", nil, "FORMAT", choices: ["text", "man", "markdown"], "text, or the manual as man or markdown")

  static let help = Verb(
    name: "help", summary: "tells about a verb, or about all", arguments: [verb], options: [format],
    examples: [Example("trellis help --format man > trellis.1", "writes the manual page")]
  ) { invocation in
    let output = invocation.console.output
    if let name = invocation.optional(verb), let format = invocation[format], format != "text" {
      throw Failure(.usage, "the manual is of all verbs; leave \(name) out, or --format")
    }
    switch invocation[format] {
    case "man": try output.write(ManualPage.text)
    case "markdown": try output.write(MarkdownPage.text)
    default:
      let style = invocation.console.style(.output)
      try output.write(try invocation.optional(verb).map { try Tool.verb(named: $0).help(style) } ?? Tool.overview(style))
    }
    return .done
  }

  static let completions = Verb(
    name: "completions", summary: "prints a script that lets a shell complete verbs and options", arguments: [shell],
    examples: [
      Example("source <(trellis completions bash)", "completes in this shell"),
      Example("trellis completions fish > ~/.config/fish/completions/trellis.fish", "completes from now on"),
    ]
  ) { invocation in
    let script =
      switch try invocation.require(shell) {
      case "bash": Completions.bash
      case "zsh": Completions.zsh
      default: Completions.fish
      }
    try invocation.console.output.write(script)
    return .done
  }
}
