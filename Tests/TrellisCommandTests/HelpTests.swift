import Foundation
import TestSupport
import Testing

@testable import TrellisCommand

/// Help, the manual, completions, keys, and what goes wrong before a verb begins.
@Suite(.hangGuard, .waiting) struct HelpTests {
  private let session: Session

  init() throws { session = try Session() }

  @Test("every verb has help with its arguments, options and an example that names it", arguments: Tool.verbs.map(\.name))
  func verbHelp(_ name: String) throws {
    let help = try session.run(name, "--help")
    #expect(help.code == 0 && help.errors == "")
    let verb = try Tool.verb(named: name)
    #expect(help.output.hasPrefix("trellis \(name) \(verb.summary)\n"))
    for argument in verb.arguments { #expect(help.output.contains(argument.help.prefix(20))) }
    for option in verb.options { #expect(help.output.contains("--\(option.name)")) }
    #expect(verb.examples.contains { $0.command.contains("trellis \(name)") })
    #expect(help.lines.allSatisfy { $0.count <= 80 || $0.hasPrefix("  trellis") || $0.hasPrefix("usage") }, "\(help.output)")
    #expect(try session.run("help", name).output == help.output)
    #expect(Set(verb.options.map(\.name)).count == verb.options.count)
    #expect(Set(verb.options.compactMap(\.letter)).count == verb.options.compactMap(\.letter).count)
  }

  @Test("every example is something that the tool takes", arguments: Tool.verbs.flatMap(\.examples).map(\.command))
  func examples(_ command: String) throws {
    // A shell takes it apart; a function in the tool's place writes what it was given.
    let script = "trellis() { printf '%s\\0' \"$@\" > words; }; curl() { :; }; touch artists.json; \(command); wait"
    try session.shell("HOME=$PWD; mkdir -p ~/.config/fish/completions; \(script)")
    let words = try session.text("words").split(separator: "\0", omittingEmptySubsequences: false).dropLast().map(String.init)
    let verb = try Tool.verb(named: words[0])
    #expect(try ArgumentParser(verb).parse(Array(words.dropFirst()), Console()) != nil)
  }

  @Test("the overview lists all verbs and exit codes")
  func overview() throws {
    let help = try session.run("--help")
    for verb in Tool.verbs { #expect(help.output.contains("  \(verb.name) ")) }
    for code in ExitCode.allCases { #expect(help.output.contains("  \(code.rawValue) ")) }
    #expect(try session.run().output == help.output)
    #expect(try session.run().code == 2)
    #expect(try session.run("help").output == help.output)
    expect(try session.run("--version"), "trellis \(Tool.version)\n")
  }

  @Test("unknown verbs and options are refused, with what was perhaps meant")
  func slips() throws {
    expectFailure(try session.run("gte"), 2, saying: "there is no verb gte; did you mean get?")
    expectFailure(try session.run("frobnicate"), 2, saying: "trellis --help lists all")
    expectFailure(try session.run("get", "a.db", "--prety"), 2, saying: "did you mean --pretty?", "usage: trellis get")
    expectFailure(try session.run("get", "a.db", "-q"), 2, saying: "there is no option -q")
    expectFailure(try session.run("help", "stat"), 2, saying: "did you mean stats?")
  }

  @Test("keys are made of texts, and texts of keys")
  func keys() throws {
    expect(try session.run("keys", "encode", "ann.lee@mail.example", "a/b"), "ann%2Elee@mail%2Eexample\na%2Fb\n")
    expect(try session.run("keys", "decode", "ann%2Elee@mail%2Eexample"), "ann.lee@mail.example\n")
    expect(try session.run("keys", "encode", "-", input: "x.y\n\nz\n"), "x%2Ey\n%\nz\n")
    let made = try session.run("keys", "new", "-n", "3", "--time", "1")
    #expect(made.lines.count == 3 && made.lines == made.lines.sorted() && made.lines[0].hasPrefix("-------0"))
    #expect(try session.run("keys", "new").lines.count == 1)
    expectFailure(try session.run("keys", "decode", "a%zz"), 3, saying: "a%zz")
    expectFailure(try session.run("keys", "encode"), 2, saying: "TEXT is missing")
    expectFailure(try session.run("keys", "new", "--time", "0"), 2, saying: "from 1 to 281474976710655")
    expectFailure(try session.run("keys", "new", "x"), 2, saying: "new takes no text")
    expectFailure(try session.run("keys", "invent"), 2, saying: "ACTION is one of encode, decode, new")
    expectFailure(try session.run("keys", "encode", String(repeating: "x", count: 800)), 3, saying: "768")
  }

  @Test("bash completes verbs, options and choices")
  func bash() throws {
    func complete(_ words: String) throws -> String {
      try session.shell(
        "source <($trellis completions bash); COMP_WORDS=(\(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _trellis; echo \"${COMPREPLY[@]}\""
      ).output
    }
    #expect(try complete("trellis ex") == "export\n")
    #expect(try complete("trellis query a.db artists --sta") == "--start-at --start-after\n")
    #expect(try complete("trellis completions z") == "zsh\n")
    #expect(try complete("trellis help que") == "query\n")
    try session.write("", to: "my file.db")
    #expect(try complete("trellis get my") == "my file.db\n")
    for shell in ["zsh", "fish"] {
      let script = try session.run("completions", shell)
      #expect(script.code == 0)
      for verb in Tool.verbs { #expect(script.output.contains(verb.name)) }
    }
    expectFailure(try session.run("completions", "csh"), 2, saying: "bash, zsh, fish")
  }
}
