import TrellisDatabase
import TrellisTree

/// One case of a file: an operation on a database, and what rules should say about it.
public struct RulesTestCase: Sendable {
  enum Operation: Sendable {
    case read(TreePath, RuleQuery)
    case write(TreeWrite)
  }

  struct Expectation: Sendable {
    let isAllowed: Bool
    var reason: String?
    /// Kind, rule and path of each.
    var deciders: [String]?
    var deniedPath: String?
    var failing: Set<String>?
  }

  public let id: String
  /// What it is about, for people.
  public let note: String?
  /// Where it stands in its file.
  public let line: Int
  /// Whether it asks the rules under test, not some of its own.
  public var usesRulesUnderTest: Bool { rules == nil }

  let rules: SecurityRules?
  /// What makes the database.
  let data: TreeWrite
  let auth: Claim?
  let now: Int64
  let operation: Operation
  let expected: Expectation

  /// Asks rules, or its own if it has some.
  public func run(_ rules: SecurityRules) -> RulesTestResult {
    let explanation = explanation(self.rules ?? rules)
    return RulesTestResult(case: self, problems: problems(explanation), report: RuleReport(explanation))
  }

  /// The same, and notes which conditions of the rules under test came to what.
  public func run(_ rules: SecurityRules, noting coverage: inout RulesCoverage) -> RulesTestResult {
    let explanation = explanation(self.rules ?? rules)
    if usesRulesUnderTest { coverage.note(explanation.records) }
    return RulesTestResult(case: self, problems: problems(explanation), report: RuleReport(explanation))
  }

  private func explanation(_ rules: SecurityRules) -> RuleExplanation<Tree> {
    var old = Tree.null
    for change in data.resolved(now: now, against: Tree.null) { old.apply(change) }
    switch operation {
    case .read(let path, let query):
      return RuleExplanation(rules, RuleContext(auth: auth, now: now, old: old, new: nil, query: query), read: path)
    case .write(let write):
      var new = old
      let changes = write.resolved(now: now, against: old)
      for change in changes { new.apply(change) }
      return RuleExplanation(
        rules, RuleContext(auth: auth, now: now, old: old, new: new, query: nil), write: changes.map(\.path))
    }
  }

  private func problems(_ explanation: RuleExplanation<Tree>) -> [String] {
    let decision = explanation.decision
    var problems: [String] = []
    func expect<Value: Equatable>(_ what: String, _ expected: Value?, _ actual: Value, _ text: (Value) -> String) {
      if let expected, expected != actual { problems.append("expected \(what)\(text(expected)), not \(text(actual))") }
    }
    expect("it to be ", expected.isAllowed, decision.isAllowed) { $0 ? "allowed" : "denied" }
    if !problems.isEmpty { return problems }
    expect("the reason ", expected.reason, decision.reason?.rawValue ?? "none") { $0 }
    expect("the deciding rules ", expected.deciders, decision.deciders.map { "\($0.kind.rawValue) \($0.rule) at \($0.path)" }) {
      $0.isEmpty ? "none" : $0.joined(separator: ", ")
    }
    expect("the denied path ", expected.deniedPath, decision.deniedPath?.description ?? "none") { $0 }
    expect("the failing places ", expected.failing, Set(explanation.failing.map(\.description))) { $0.sorted().joined(separator: ", ") }
    return problems
  }
}
