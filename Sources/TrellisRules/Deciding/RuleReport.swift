import TrellisTree

/// What rules say about an operation, and why: for people, and for tools.
public struct RuleReport: Sendable, CustomStringConvertible {
  public let decision: RuleDecision
  /// Lines for people: each rule that was asked, and what its parts came to.
  public let text: String
  /// The same as one JSON value.
  public let json: String

  public var isAllowed: Bool { decision.isAllowed }
  public var description: String { text }

  init<Node: TreeReading>(_ explanation: RuleExplanation<Node>) {
    decision = explanation.decision
    text = explanation.text
    json = explanation.json
  }
}
