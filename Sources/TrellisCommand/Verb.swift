/// One thing that the tool can do: what it takes, what its help says, and what it does. Help, manual and completions are made
/// from this.
struct Verb: Sendable {
  let name: String
  /// What it does, in a few words that follow its name.
  let summary: String
  var arguments: [Argument] = []
  var options: [Option] = []
  /// Paragraphs, with an empty line between two.
  var details: String = ""
  var examples: [Example] = []
  let run: @Sendable (Invocation) async throws -> ExitCode

  struct Example: Sendable {
    let command: String
    let result: String

    init(_ command: String, _ result: String) {
      self.command = command
      self.result = result
    }
  }

  /// Name, options and arguments, as they are typed.
  var usage: String {
    (["trellis \(name)"] + (options.isEmpty ? [] : ["[options]"]) + arguments.map(\.usage)).joined(separator: " ")
  }
}
