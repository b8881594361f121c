import TrellisDatabase
import TrellisPages
public import TrellisRules
public import TrellisTree

/// Questions to rules, asked without a database around them.
public struct RuleQuestion: Sendable {
  private let policy: RulesPolicy
  private let request: ReadRequest

  public init(_ rules: SecurityRules, read path: TreePath, uid: String) {
    policy = RulesPolicy(rules)
    request = ReadRequest(query: TreeQuery(path), auth: Auth(uid: uid), milliseconds: 0, root: .missing)
  }

  public func ask() throws { try policy.admit(request) }
}
