import TrellisDatabase
import TrellisRules
import TrellisTree

extension Invocation {
  func checkRules(_ path: String, _ words: [String]) throws -> ExitCode {
    try requireNothing(words, "check")
    let warnings = try SecurityRules(file: path).warnings
    for warning in warnings { try console.output.write("\(path):\(warning)\n") }
    if warnings.isEmpty { try console.output.write("\(path) is sound\n") }
    return .done
  }

  func explainRules(_ path: String, _ words: [String]) async throws -> ExitCode {
    guard (2...3).contains(words.count) else { throw Failure(.usage, "explain takes RULES, DB, PATH, and the VALUE of a write") }
    let report = try await report(try SecurityRules(file: path), words)
    try console.output.write((has(.json) ? report.json : report.text) + "\n")
    return report.isAllowed ? .done : .no
  }

  func requireNothing(_ words: [String], _ action: String) throws {
    if let extra = words.first { throw Failure(.usage, "\"\(extra)\" is one argument too many: \(action) takes a file of rules only") }
  }

  private func report(_ rules: SecurityRules, _ words: [String]) async throws -> RuleReport {
    var invocation = self
    invocation.arguments[Argument.path.name] = [words[1]]
    let path = try invocation.path()
    let query = try QueryOptions.query(invocation)
    let auth = try auth()
    var write: TreeWrite?
    if words.count == 3 {
      let text = words[2] == "-" ? try String(read: try InputPieces("-").all(), from: "standard input") : words[2]
      write = has(.update) ? try .update(path, members: JSONText.members(text)) : try .set(path, JSONText.value(text))
    }
    return try await Location(words[0]).reading(console) { [write] database in
      let root = try await database.get("/")
      guard let write else { return rules.explain(read: query, of: root, as: auth) }
      return rules.explain(write: write, to: root, as: auth)
    }
  }
}
