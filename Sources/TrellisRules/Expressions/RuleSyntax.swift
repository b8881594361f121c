/// An expression as it is written, before anything is known of it.
indirect enum RuleSyntax {
  enum Literal {
    case bool(Bool), number(Double), null
    case text([UInt16])
    case pattern([UInt16], flags: String)
  }

  case literal(Literal, start: Int, end: Int)
  case name(String, start: Int, end: Int)
  case array([RuleSyntax], start: Int, end: Int)
  case not(RuleSyntax, start: Int)
  case negate(RuleSyntax, start: Int)
  case binary(RuleExpression.Operator, RuleSyntax, RuleSyntax)
  case and([RuleSyntax])
  case or([RuleSyntax])
  case conditional(RuleSyntax, RuleSyntax, RuleSyntax)
  case property(RuleSyntax, String, end: Int)
  case element(RuleSyntax, RuleSyntax, end: Int)
  case call(RuleSyntax, [RuleSyntax], end: Int)

  var start: Int {
    switch self {
    case .literal(_, let start, _), .name(_, let start, _), .array(_, let start, _), .not(_, let start), .negate(_, let start): start
    case .binary(_, let left, _), .conditional(let left, _, _), .property(let left, _, _), .element(let left, _, _), .call(let left, _, _):
      left.start
    case .and(let operands), .or(let operands): operands[0].start
    }
  }

  var end: Int {
    switch self {
    case .literal(_, _, let end), .name(_, _, let end), .array(_, _, let end), .property(_, _, let end), .element(_, _, let end),
      .call(_, _, let end):
      end
    case .not(let operand, _), .negate(let operand, _): operand.end
    case .binary(_, _, let right), .conditional(_, _, let right): right.end
    case .and(let operands), .or(let operands): operands[operands.count - 1].end
    }
  }
}
