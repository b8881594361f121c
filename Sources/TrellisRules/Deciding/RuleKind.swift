/// What a rule decides about.
public enum RuleKind: String, Sendable { case read, write, validate }
