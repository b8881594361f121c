import TrellisDatabase
import TrellisTree

/// Which rules were asked about an operation, what they came to, and why. (Rules §14.)
struct RuleExplanation<Node: TreeReading> {
  let operation: String
  let paths: [TreePath]
  let context: RuleContext<Node>
  let decision: RuleDecision
  private(set) var records: [RuleRecord] = []

  init(_ rules: SecurityRules, _ context: RuleContext<Node>, read path: TreePath) {
    self.init(rules, context, "read", [path]) { $0.read(path) }
  }

  init(_ rules: SecurityRules, _ context: RuleContext<Node>, write paths: [TreePath]) {
    self.init(rules, context, paths.count == 1 ? "write" : "update", paths) { $0.write(paths) }
  }

  private init(
    _ rules: SecurityRules, _ context: RuleContext<Node>, _ operation: String, _ paths: [TreePath],
    _ decide: (RuleDecider<Node>) -> RuleDecision
  ) {
    self.operation = operation
    self.paths = paths
    self.context = context
    var records: [RuleRecord] = []
    decision = decide(RuleDecider(rules, context) { records.append($0) })
    self.records = records
  }

  /// All places of validation rules that do not pass.
  var failing: [TreePath] { records.filter { $0.rule.kind == .validate && !$0.passes }.map(\.path) }

  // MARK: For people

  var text: String {
    let who = context.auth.map { $0["uid"].map { "auth.uid \($0.json)" } ?? "somebody" } ?? "nobody signed in"
    let verdict = decision.isAllowed ? "allowed" : (decision.reason == .validate ? "DENIED by .validate" : "DENIED")
    var lines = ["\(operation) \(paths.map(\.description).joined(separator: ", ")) as \(who): \(verdict)"]
    if let path = decision.deniedPath, paths.count > 1 { lines.append("the first denied place is \(path)") }
    for record in records { lines += self.lines(record) }
    if decision.reason == .noGrant { lines += hints }
    return lines.joined(separator: "\n")
  }

  private var hints: [String] {
    let kind = operation == "read" ? "read" : "write"
    var hints = [
      records.contains { $0.rule.kind.rawValue == kind }
        ? "no .\(kind) rule on this path granted the operation" : "there is no .\(kind) rule on this path"
    ]
    if kind == "read", let path = paths.first { hints.append("rules are not filters: no .read at or above \(path) passed") }
    return hints
  }

  private func lines(_ record: RuleRecord) -> [String] {
    let rule = record.rule
    let result: String
    switch record.result {
    case .success(let passes): result = passes ? (rule.kind == .validate ? "true" : "true, grants") : "FALSE"
    case .failure(let failure):
      let (line, column) = rule.position(failure.offset)
      result = "error: \(failure.message) at \(line):\(column)"
    }
    var lines = [
      "\(record.path)  .\(rule.kind.rawValue)  \(result)  (\(rule.line):\(rule.column)\(bindings(record).map { ", \($0.name) = \(Tree.string($0.key).json())" }.joined()))"
    ]
    if record.passes { return lines }
    let expression = rule.expression
    lines.append("  \(expression.line(of: expression.nodes[expression.root]))")
    for part in self.parts(record) { lines.append("    \(part.text)  =>  \(part.value)") }
    return lines
  }

  /// What wildcards stand for.
  func bindings(_ record: RuleRecord) -> [(name: String, key: String)] {
    let names = record.rule.name.split(separator: "/").filter { $0.utf8.first == UInt8(ascii: "$") }
    return zip(names, record.wildcards).map { (String($0), $1.text) }
  }

  /// The parts that say something: operands of `&&`, `||` and `!`, then what stands at their leaves, each once.
  func parts(_ record: RuleRecord) -> [(text: String, value: String, json: String)] {
    let expression = record.rule.expression
    var parts: [(text: String, value: String, json: String)] = []
    for (i, node) in expression.nodes.enumerated() where i != expression.root && node.isTelling {
      let text = expression.line(of: node)
      if parts.contains(where: { CodeUnits.equal($0.text, text) }) { continue }
      switch record.parts[i] {
      case nil: parts.append((text, "not evaluated", "\"skipped\":true"))
      case .failure(let failure)?: parts.append((text, "error: \(failure.message)", "\"error\":\(Tree.string(failure.message).json())"))
      case .success(let result)?: parts.append((text, result.text, "\"value\":\(result.json)"))
      }
    }
    return parts
  }

}

extension RuleExpression.Node {
  /// Whether what it comes to is worth telling: all but literals and lists.
  fileprivate var isTelling: Bool {
    switch kind {
    case .bool, .number, .null, .text, .pattern, .array: false
    case .variable(let variable): variable == .auth || variable == .now
    default: true
    }
  }
}

extension RuleValue {
  /// For people.
  fileprivate var text: String {
    switch self {
    case .object: "{…}"
    case .snapshot(let path, let exists): "\(path), \(exists ? "exists" : "nothing there")"
    case .query: "the query"
    default: json
    }
  }

  /// As JSON; snapshots as their path and whether anything is there.
  var json: String {
    switch self {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .number(let number): number.isFinite ? RuleNumber.text(number) : "\"\(RuleNumber.text(number))\""
    case .text(let text): Tree.string(text.string).json()
    case .object, .query, .other: "{}"
    case .claim(let claim): claim.json
    case .snapshot(let path, let exists): "{\"path\":\(Tree.string(path.description).json()),\"exists\":\(exists)}"
    }
  }
}
