/// A compiled expression: its nodes in one row, each behind its operands, so that evaluating one is walking over numbers.
struct RuleExpression: Sendable {
  enum Operator: String, Sendable {
    case equal = "==", notEqual = "!="
    case less = "<", lessOrEqual = "<=", greater = ">", greaterOrEqual = ">="
    case add = "+", subtract = "-", multiply = "*", divide = "/", remainder = "%"
  }

  enum Variable: String, Sendable { case auth, now, root, data, newData, query }

  enum Kind: Sendable, Equatable {
    case bool(Bool)
    case number(Double)
    case null
    /// Of `texts`.
    case text(Int)
    /// Of `patterns`.
    case pattern(Int)
    case variable(Variable)
    /// The wildcard with this number, counted from the root.
    case wildcard(Int)
    case array
    case not, negate
    case binary(Operator)
    /// Of two or more operands.
    case and, or
    case conditional
    /// A property of the operand, of `names`.
    case property(Int)
    /// A property of the first operand that the second one names.
    case element
    /// A call of a method of the first operand; the others are arguments.
    case call(RuleMethod)
  }

  struct Node: Sendable {
    let kind: Kind
    /// Where its operands stand in `operands`.
    let first: Int
    let count: Int
    /// Where it stands in the text, in code units.
    let start: Int
    let end: Int
  }

  fileprivate(set) var nodes: [Node] = []
  fileprivate(set) var operands: [Int] = []
  fileprivate(set) var texts: [RuleText] = []
  /// The texts as paths.
  fileprivate(set) var steps: [RuleSteps] = []
  fileprivate(set) var names: [String] = []
  fileprivate(set) var patterns: [RulePattern] = []
  var root = 0
  /// The text, for whoever explains it.
  let source: [UInt16]
  /// Where parentheses that group stand in it.
  private let groups: [Range<Int>]

  init(source: [UInt16], groups: [Range<Int>]) {
    self.source = source
    self.groups = groups
  }

  func operand(_ index: Int, of node: Node) -> Int { operands[node.first + index] }

  /// The text of a part. Where it has one of two parentheses, it has both.
  func text(of node: Node) -> String {
    var (start, end) = (node.start, node.end)
    var isWhole = false
    while !isWhole {
      isWhole = true
      for group in groups where group.lowerBound < end && group.upperBound > start {
        let holdsOpening = group.lowerBound >= start
        let holdsClosing = group.upperBound <= end
        guard holdsOpening != holdsClosing else { continue }
        (start, end) = (min(start, group.lowerBound), max(end, group.upperBound))
        isWhole = false
      }
    }
    return String(units: source[start..<end])
  }

  mutating func add(_ kind: Kind, _ operands: [Int], _ start: Int, _ end: Int) -> Int {
    nodes.append(Node(kind: kind, first: self.operands.count, count: operands.count, start: start, end: end))
    self.operands += operands
    return nodes.count - 1
  }

  mutating func add(_ kind: Kind, _ start: Int, _ end: Int) -> Int { add(kind, [], start, end) }

  mutating func add(text: [UInt16]) -> Int {
    texts.append(RuleText(text))
    steps.append(RuleSteps(texts[texts.count - 1]))
    return texts.count - 1
  }

  mutating func add(name: String) -> Int {
    names.append(name)
    return names.count - 1
  }

  mutating func add(pattern: RulePattern) -> Int {
    patterns.append(pattern)
    return patterns.count - 1
  }
}
