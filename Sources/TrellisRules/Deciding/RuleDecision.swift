public import TrellisTree

/// What rules say about an operation, and which of them.
public struct RuleDecision: Sendable {
  public enum Reason: String, Sendable {
    /// No rule that was asked has granted it.
    case noGrant = "no-grant"
    /// It was granted, but a `.validate` does not pass.
    case validate
  }

  /// A rule that has decided, with the place that it was asked about.
  public struct Decider: Sendable {
    private let decider: Rule
    private let keys: ArraySlice<TreeKey>

    init(_ rule: Rule, at keys: ArraySlice<TreeKey>) {
      decider = rule
      self.keys = keys
    }

    public var kind: RuleKind { decider.kind }
    /// Where the rule stands: `/users/$uid/.read`.
    public var rule: String { decider.name }
    public var path: TreePath { TreePath(Array(keys)) }
  }

  /// Nil when it is allowed.
  public internal(set) var reason: Reason?
  /// Of what is allowed, the rules that have granted it, one for each place written; of what is not valid, the first rule that
  /// does not pass.
  public internal(set) var deciders: [Decider] = []
  /// Of an update, the first place that is denied.
  public internal(set) var deniedPath: TreePath?

  public var isAllowed: Bool { reason == nil }
}
