/// Something in rules that is allowed and seldom meant.
public struct RulesWarning: Sendable, Hashable, CustomStringConvertible {
  public let line: Int
  public let column: Int
  /// Where the rule stands: `/users/$uid/.read`.
  public let rule: String
  public let message: String

  public var description: String { "\(line):\(column): \(rule): \(message)" }
}
