/// Checks what is written and makes an expression of it. (Rules §6, §12.)
struct RuleCompiler {
  private let kind: RuleKind
  /// Names of the wildcards from the root to the rule.
  private let wildcards: [String]
  private var expression: RuleExpression

  private typealias Typed = (node: Int, type: RuleType)

  private init(_ expression: RuleExpression, _ kind: RuleKind, _ wildcards: [String]) {
    self.kind = kind
    self.wildcards = wildcards
    self.expression = expression
  }

  static func compile(_ units: [UInt16], as kind: RuleKind, wildcards: [String]) throws(SourceProblem) -> RuleExpression {
    let (syntax, groups) = try RuleParser.parse(units)
    var compiler = RuleCompiler(RuleExpression(source: units, groups: groups), kind, wildcards)
    let (root, type) = try compiler.compile(syntax)
    guard type == .bool else { throw SourceProblem(syntax.start, "Expression must evaluate to a boolean.") }
    compiler.expression.root = root
    return compiler.expression
  }

  // MARK: Nodes

  private mutating func compile(_ syntax: RuleSyntax) throws(SourceProblem) -> Typed {
    let (start, end) = (syntax.start, syntax.end)
    switch syntax {
    case .literal(let literal, _, _): return try compile(literal, start, end)
    case .name(let name, _, _): return try variable(name, start, end)
    case .array(let elements, _, _):
      var nodes: [Int] = []
      for element in elements { nodes.append(try compile(element).node) }
      return (expression.add(.array, nodes, start, end), .array)
    case .not(let operand, _):
      let (node, type) = try compile(operand)
      guard type == .bool else { throw SourceProblem(start, "! only operates on booleans.") }
      return (expression.add(.not, [node], start, end), .bool)
    case .negate(let operand, _):
      let (node, type) = try compile(operand)
      guard type == .number || type.isFuzzy else { throw SourceProblem(start, "- only operates on numbers.") }
      return (expression.add(.negate, [node], start, end), .number)
    case .binary(let name, let left, let right): return try binary(name, left, right, start, end)
    case .and(let operands): return (expression.add(.and, try booleans(operands, "&&"), start, end), .bool)
    case .or(let operands): return (expression.add(.or, try booleans(operands, "||"), start, end), .bool)
    case .conditional(let condition, let yes, let no): return try conditional(condition, yes, no, start, end)
    case .property(let receiver, let name, _): return try property(try compile(receiver), name, start, end)
    case .element(let receiver, let key, _): return try element(receiver, key, start, end)
    case .call(let callee, let arguments, _): return try call(callee, arguments, start, end)
    }
  }

  private mutating func compile(_ literal: RuleSyntax.Literal, _ start: Int, _ end: Int) throws(SourceProblem) -> Typed {
    switch literal {
    case .bool(let flag): return (expression.add(.bool(flag), start, end), .bool)
    case .number(let number): return (expression.add(.number(number), start, end), .number)
    case .null: return (expression.add(.null, start, end), .null)
    case .text(let text): return (expression.add(.text(expression.add(text: text)), start, end), .text)
    case .pattern(let units, let flags):
      guard flags.isEmpty || flags == "i" else { throw SourceProblem(start, "A regular expression has no flag but i.") }
      do throws(RulePattern.Invalid) {
        let pattern = try RulePattern(units, ignoringCase: !flags.isEmpty)
        return (expression.add(.pattern(expression.add(pattern: pattern)), start, end), .pattern)
      } catch {
        throw SourceProblem(start, error.message)
      }
    }
  }

  private mutating func variable(_ name: String, _ start: Int, _ end: Int) throws(SourceProblem) -> Typed {
    if let number = wildcards.firstIndex(where: { $0.utf8.elementsEqual(name.utf8) }) {
      return (expression.add(.wildcard(number), start, end), .text)
    }
    guard let variable = RuleExpression.Variable(rawValue: name) else { throw SourceProblem(start, "Unknown variable '\(name)'.") }
    if variable == .newData, kind == .read { throw SourceProblem(start, "newData is invalid in .read expressions.") }
    let type: RuleType =
      switch variable {
      case .auth: .any
      case .now: .number
      case .root, .data, .newData: .snapshot
      case .query: .query
      }
    return (expression.add(.variable(variable), start, end), type)
  }

  // MARK: Operators

  private mutating func booleans(_ operands: [RuleSyntax], _ symbol: String) throws(SourceProblem) -> [Int] {
    var nodes: [Int] = []
    for (i, operand) in operands.enumerated() {
      let (node, type) = try compile(operand)
      guard type == .bool else {
        throw SourceProblem(operands[0].start, "\(i == 0 ? "Left" : "Right") operand of \(symbol) must be boolean.")
      }
      nodes.append(node)
    }
    return nodes
  }

  private mutating func binary(
    _ name: RuleExpression.Operator, _ left: RuleSyntax, _ right: RuleSyntax, _ start: Int, _ end: Int
  ) throws(SourceProblem) -> Typed {
    let (a, b) = (try compile(left), try compile(right))
    func check(_ type: RuleType, _ side: String, _ isFine: Bool, _ must: String) throws(SourceProblem) {
      if !isFine { throw SourceProblem(start, "Invalid \(name.rawValue) expression: \(side) operand \(must).") }
    }
    func isOrdered(_ type: RuleType) -> Bool { type == .number || type == .text || type.isFuzzy }
    var type = RuleType.bool
    switch name {
    case .equal, .notEqual:
      try check(a.type, "left", a.type.isPrimitive, "is not a primitive value")
      try check(b.type, "right", b.type.isPrimitive, "is not a primitive value")
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      // Two literals of different types are that, whatever else they are.
      if a.type == .null, isOrdered(b.type) || b.type == .null {
        throw SourceProblem(start, "Invalid \(name.rawValue) expression: left and right operands have different types.")
      }
      try check(a.type, "left", isOrdered(a.type), "must be a number or string")
      try check(b.type, "right", isOrdered(b.type), "must be a number or string")
      if !a.type.isFuzzy, !b.type.isFuzzy, a.type != b.type {
        throw SourceProblem(start, "Invalid \(name.rawValue) expression: left and right operands have different types.")
      }
    case .add:
      try check(a.type, "left", isOrdered(a.type), "is not a number or string")
      try check(b.type, "right", isOrdered(b.type), "is not a number or string")
      type = a.type == .text || b.type == .text ? .text : (a.type == .number && b.type == .number ? .number : .value)
    case .subtract, .multiply, .divide, .remainder:
      try check(a.type, "left", a.type == .number || a.type.isFuzzy, "is not a number")
      try check(b.type, "right", b.type == .number || b.type.isFuzzy, "is not a number")
      type = .number
    }
    return (expression.add(.binary(name), [a.node, b.node], start, end), type)
  }

  private mutating func conditional(
    _ condition: RuleSyntax, _ yes: RuleSyntax, _ no: RuleSyntax, _ start: Int, _ end: Int
  ) throws(SourceProblem) -> Typed {
    let c = try compile(condition)
    guard c.type == .bool else { throw SourceProblem(start, "Condition of ? must be boolean.") }
    let (a, b) = (try compile(yes), try compile(no))
    let type = a.type == b.type ? a.type : (a.type.isValue && b.type.isValue ? .value : .any)
    return (expression.add(.conditional, [c.node, a.node, b.node], start, end), type)
  }

  // MARK: Members

  private mutating func property(_ receiver: Typed, _ name: String, _ start: Int, _ end: Int) throws(SourceProblem) -> Typed {
    let (node, type) = receiver
    let result: RuleType
    switch type {
    case .any: result = .any
    case .text where name.isLength, .value where name.isLength: result = .number
    case .query:
      guard let known = RuleType.ofQuery(name) else { throw Self.noSuch(name, start) }
      result = known
    case .text, .value, .snapshot:
      guard let method = RuleMethod(rawValue: name), method.isOfText == (type != .snapshot) else { throw Self.noSuch(name, start) }
      result = .function
    default: throw Self.noSuch(name, start)
    }
    return (expression.add(.property(expression.add(name: name)), [node], start, end), result)
  }

  private static func noSuch(_ name: String, _ start: Int) -> SourceProblem {
    SourceProblem(start, "No such method/property '\(name)'.")
  }

  private mutating func element(_ receiver: RuleSyntax, _ key: RuleSyntax, _ start: Int, _ end: Int) throws(SourceProblem) -> Typed {
    let (node, type) = try compile(receiver)
    if type == .snapshot || type == .query, let name = key.literalText { return try property((node, type), name, start, end) }
    guard type == .any else { throw SourceProblem(start, "Invalid property access.") }
    return (expression.add(.element, [node, try compile(key).node], start, end), .any)
  }

  // MARK: Calls

  private mutating func call(_ callee: RuleSyntax, _ arguments: [RuleSyntax], _ start: Int, _ end: Int) throws(SourceProblem) -> Typed {
    let noFunction = SourceProblem(start, "Type error: Function call on target that is not a function.")
    guard let (receiver, name) = callee.member else {
      _ = try compile(callee)
      throw noFunction
    }
    guard let name else {
      _ = try compile(callee)
      throw noFunction
    }
    let (node, type) = try compile(receiver)
    guard let method = RuleMethod(rawValue: name) else {
      if type == .any || name.isLength && (type == .text || type == .value) || type == .query && RuleType.ofQuery(name) != nil {
        throw noFunction
      }
      throw Self.noSuch(name, start)
    }
    switch type {
    case .any where method.isOfText: break
    case .any: throw noFunction
    case .text where method.isOfText, .value where method.isOfText: break
    case .snapshot where !method.isOfText: break
    default: throw Self.noSuch(name, start)
    }
    let nodes = try self.arguments(arguments, method, start)
    return (expression.add(.call(method), [node] + nodes, start, end), method.result)
  }

  private mutating func arguments(_ arguments: [RuleSyntax], _ method: RuleMethod, _ start: Int) throws(SourceProblem) -> [Int] {
    if method == .hasChildren { return try keys(arguments, start) }
    guard arguments.count == method.arguments else {
      throw SourceProblem(start, "\(method.rawValue)() expects \(method.arguments) argument\(method.arguments == 1 ? "" : "s").")
    }
    var nodes: [Int] = []
    for argument in arguments {
      let (node, type) = try compile(argument)
      if method == .matches {
        guard type == .pattern, case .literal = argument else {
          throw SourceProblem(start, "matches() expects a regular expression literal argument.")
        }
      } else if type != .text, !type.isFuzzy {
        throw SourceProblem(start, "\(method.rawValue)() expects a string argument.")
      }
      nodes.append(node)
    }
    return nodes
  }

  private mutating func keys(_ arguments: [RuleSyntax], _ start: Int) throws(SourceProblem) -> [Int] {
    if arguments.isEmpty { return [] }
    let message = "hasChildren() expects an array of strings argument."
    guard arguments.count == 1, case .array(let elements, _, _) = arguments[0] else { throw SourceProblem(start, message) }
    var nodes: [Int] = []
    for element in elements {
      let (node, type) = try compile(element)
      guard type == .text || type.isFuzzy else { throw SourceProblem(element.start, message) }
      nodes.append(node)
    }
    return [expression.add(.array, nodes, arguments[0].start, arguments[0].end)]
  }
}

extension String {
  fileprivate var isLength: Bool { utf8.elementsEqual("length".utf8) }
}

extension RuleType {
  /// Whether it is a value that a snapshot could hold.
  fileprivate var isValue: Bool { isPrimitive && self != .any }
}

extension RuleSyntax {
  fileprivate var literalText: String? {
    if case .literal(.text(let units), _, _) = self { String(units: units) } else { nil }
  }

  /// Receiver and name, when this is a member; the name is nil when it is not written as such.
  fileprivate var member: (receiver: RuleSyntax, name: String?)? {
    switch self {
    case .property(let receiver, let name, _): (receiver, name)
    case .element(let receiver, let key, _): (receiver, key.literalText)
    default: nil
    }
  }
}
