import TrellisDatabase
import TrellisRules
import TrellisTree

extension Verb {
  private static let action = Argument(name: "ACTION", help: "check or explain", choices: ["check", "explain"])
  private static let file = Argument(name: "RULES", help: "the rules file; - is standard input")
  private static let rest = Argument(
    name: "DB PATH [VALUE]", help: "of explain: the database, the place, and what is to be written there", count: .many)
  static let rules = Verb(
    name: "rules", summary: "checks security rules, or explains what they decide", arguments: [action, file, rest],
    options: [.user, .several] + QueryOptions.all + [.json],
    details: """
      check compiles a file: a line for each problem, RULES:LINE:COLUMN: and what is wrong, and ends with 3; or, with 0, a line for each \
      thing that is allowed and seldom meant.

      explain says whether a read of PATH, or a write of VALUE to it, would be allowed, which rules were asked, and what each of their parts came \
      to; it ends with 1 when the answer is no. Nothing is written. Options of query make the read a query.
      """,
    examples: [
      Example("trellis rules check rules.json", "looks for mistakes"),
      Example("trellis rules explain rules.json murals.db murals/m1/name '\"Great\"' --as ann", "says why ann may not write that"),
      Example("trellis rules explain rules.json murals.db murals --order-by owner --equal-to ann --as ann", "asks about a query"),
    ]
  ) { invocation in
    let words = invocation.all(rest)
    let path = try invocation.require(file)
    if try invocation.require(action) == "check" {
      if let extra = words.first { throw Failure(.usage, "\"\(extra)\" is one argument too many: check takes a file of rules only") }
      let warnings = try SecurityRules(file: path).warnings
      for warning in warnings { try invocation.console.output.write("\(path):\(warning)\n") }
      if warnings.isEmpty { try invocation.console.output.write("\(path) is sound\n") }
      return .done
    }
    guard (2...3).contains(words.count) else { throw Failure(.usage, "explain takes RULES, DB, PATH, and the VALUE of a write") }
    let report = try await invocation.explain(try SecurityRules(file: path), words)
    try invocation.console.output.write((invocation.has(.json) ? report.json : report.text) + "\n")
    return report.isAllowed ? .done : .no
  }
}

extension Option {
  fileprivate static let several = Option("update", nil, nil, "takes VALUE as places below PATH, as update does")
}

extension Invocation {
  fileprivate func explain(_ rules: SecurityRules, _ words: [String]) async throws -> RuleReport {
    var invocation = self
    invocation.arguments[Argument.path.name] = [words[1]]
    let path = try invocation.path()
    let query = try QueryOptions.query(invocation)
    let auth = try auth()
    var write: TreeWrite?
    if words.count == 3 {
      let text = words[2] == "-" ? try String(read: try InputPieces("-").all(), from: "standard input") : words[2]
      write = has(.several) ? try .update(path, members: JSONText.members(text)) : try .set(path, JSONText.value(text))
    }
    return try await Location(words[0]).reading(console) { [write] database in
      let root = try await database.get("/")
      guard let write else { return rules.explain(read: query, of: root, as: auth) }
      return rules.explain(write: write, to: root, as: auth)
    }
  }
}
