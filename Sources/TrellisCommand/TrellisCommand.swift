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
      try requireText(arguments)
      let code = try await answer(arguments, console)
      do { try console.output.flush() } catch {
        throw Failure(.storage, "\(Failure(error).message); what was asked for is done")
      }
      return code
    } catch {
      try? console.output.flush()
      let failure = Failure(error)
      if !failure.message.isEmpty { console.complain(failure.message) }
      return failure.code
    }
  }

  /// Arguments that are no text have been repaired before anybody can look at them.
  private static func requireText(_ arguments: [String]) throws {
    for (i, argument) in arguments.enumerated() where argument.unicodeScalars.contains("\u{FFFD}") {
      guard let bytes = CommandLine.unsafeArgv[i + 1], String(validatingCString: bytes) != nil else {
        throw Failure(.invalid, "argument \(i + 1) is not UTF-8")
      }
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
