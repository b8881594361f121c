/// One `.read`, `.write` or `.validate` of a rules file.
final class Rule: Sendable {
  let kind: RuleKind
  let expression: RuleExpression
  /// Where it stands among the rules: `/users/$uid/.read`.
  let name: String
  /// Where its expression begins in the file, from 1.
  let line: Int
  let column: Int
  /// The place in the file of each code unit of the expression, for explanations.
  let positions: [(line: Int, column: Int)]

  init(kind: RuleKind, expression: RuleExpression, name: String, line: Int, column: Int, positions: [(line: Int, column: Int)]) {
    self.kind = kind
    self.expression = expression
    self.name = name
    self.line = line
    self.column = column
    self.positions = positions
  }

  /// A line and a column in the file for a place in the expression.
  func position(_ offset: Int) -> (line: Int, column: Int) {
    positions.isEmpty ? (line, column) : positions[min(max(offset, 0), positions.count - 1)]
  }
}
