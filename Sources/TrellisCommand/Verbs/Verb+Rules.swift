import TrellisRules
import TrellisTree

extension Verb {
  private static let action = Argument(
    name: "ACTION", help: "check, explain, test, coverage or fmt", choices: ["check", "explain", "test", "coverage", "fmt"])
  private static let file = Argument(name: "RULES", help: "the rules file; - is standard input")
  private static let rest = Argument(
    name: "MORE", help: "of explain: DB PATH [VALUE], of test and coverage: files of cases", count: .many)

  static let rules = Verb(
    name: "rules", summary: "checks, explains, tests and lays out security rules", arguments: [action, file, rest],
    options: [.user, .update] + QueryOptions.all + [.junit, .inPlace, .onlyCheck, .json],
    details: """
      check compiles a file: a line for each problem, RULES:LINE:COLUMN: and what is wrong, and ends with 3; or, with 0, a line for each \
      thing that is allowed and seldom meant.

      explain DB PATH [VALUE] says whether a read of PATH, or a write of VALUE to it, would be allowed, which rules were asked, and what each of \
      their parts came to; it ends with 1 when the answer is no. Nothing is written. Options of query make the read a query.

      test CASES... runs cases, which are data: {"cases": [{"id": "owner", "auth": {"uid": "ann"}, "data": {...}, "op": {"type": "write", "path": \
      "murals/m1/name", "value": "Great"}, "expect": {"allowed": true}}]}; type is read, write or update. It says what fails and why, and ends with \
      1 when something does.

      coverage CASES... runs cases, and says which conditions were never true or never false, all of them with --json.

      fmt lays a file out and prints it; --write puts it in its place, --only-check ends with 1 when it would be another.
      """,
    examples: [
      Example("trellis rules check rules.json", "looks for mistakes"),
      Example("trellis rules explain rules.json murals.db murals/m1/name '\"Great\"' --as ann", "says why ann may not write that"),
      Example("trellis rules explain rules.json murals.db murals --order-by owner --equal-to ann --as ann", "asks about a query"),
      Example(
        "trellis rules test rules.json cases.json --junit report.xml", "runs cases, and writes what came of them for other tools, too"),
    ]
  ) { invocation in
    let words = invocation.all(rest)
    let path = try invocation.require(file)
    switch try invocation.require(action) {
    case "check": return try invocation.checkRules(path, words)
    case "explain": return try await invocation.explainRules(path, words)
    case "test": return try invocation.testRules(path, words)
    case "coverage": return try invocation.coverRules(path, words)
    default: return try invocation.formatRules(path, words)
    }
  }
}

extension Option {
  static let update = Option("update", nil, nil, "takes VALUE as places below PATH, as update does")
  static let junit = Option("junit", nil, "FILE", "of test: writes a report in JUnit's form, too")
  static let inPlace = Option("write", nil, nil, "of fmt: writes the file instead of printing it")
  static let onlyCheck = Option("only-check", nil, nil, "of fmt: prints nothing, and says by its end whether the file is laid out")
}
