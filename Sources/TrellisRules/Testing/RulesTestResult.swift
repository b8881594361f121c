/// What came of a case.
public struct RulesTestResult: Sendable {
  public let `case`: RulesTestCase
  /// In which way rules say something else than expected.
  public let problems: [String]
  /// What rules say, and why.
  public let report: RuleReport

  public var passes: Bool { problems.isEmpty }
}
