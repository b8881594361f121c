/// The `trellis` tool: looks into, moves, watches and checks a database from a terminal.
@main
struct TrellisCommand {
  static func main() async {
    let console = Console()
    let code = await Interruption.handling { await run(Array(CommandLine.arguments.dropFirst()), console) }
    Exit.now(with: code)
  }

  /// Finds the verb, carries it out, and says what went wrong.
  static func run(_ arguments: [String], _ console: Console) async -> ExitCode {
    do {
      let code = try await answer(arguments, console)
      try console.output.flush()
      return code
    } catch {
      try? console.output.flush()
      let failure = Failure(error)
      if !failure.message.isEmpty { console.complain(failure.message) }
      return failure.code
    }
  }

  private static func answer(_ arguments: [String], _ console: Console) async throws -> ExitCode {
    switch arguments.first {
    case nil, "-h", "--help":
      try console.output.write(Tool.overview(console.style(.output)))
      return arguments.isEmpty ? .usage : .done
    case "--version":
      try console.output.write("trellis \(Tool.version)\n")
      return .done
    case let name?:
      let verb = try Tool.verb(named: name)
      guard let invocation = try ArgumentParser(verb).parse(Array(arguments.dropFirst()), console) else {
        try console.output.write(verb.help(console.style(.output)))
        return .done
      }
      return try await verb.run(invocation)
    }
  }
}
