/// Puts the words of an expression together. (Rules §5.)
struct RuleParser {
  private var lexer: RuleLexer
  private var token = RuleToken(kind: .end, offset: 0, end: 0)
  /// How deep what is being read nests. What is read by loops, such as long rows of `&&`, does not count.
  private var depth = 0
  private static let deepest = 400
  /// Where parentheses that group stand.
  private var groups: [Range<Int>] = []

  private static let reserved: Set<String> = [
    "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do", "else", "enum", "export", "extends",
    "finally", "for",
    "function", "if", "import", "new", "return", "super", "switch", "this", "throw", "try", "typeof", "var", "void", "while", "with",
    "yield",
  ]
  /// Reserved words that stand between operands.
  private static let reservedOperators: Set<String> = ["in", "instanceof"]

  private static let levels: [[String: RuleExpression.Operator]] = [
    ["==": .equal, "===": .equal, "!=": .notEqual, "!==": .notEqual],
    ["<": .less, "<=": .lessOrEqual, ">": .greater, ">=": .greaterOrEqual],
    ["+": .add, "-": .subtract],
    ["*": .multiply, "/": .divide, "%": .remainder],
  ]

  private init(_ units: [UInt16]) { lexer = RuleLexer(units) }

  static func parse(_ units: [UInt16]) throws(SourceProblem) -> (syntax: RuleSyntax, groups: [Range<Int>]) {
    var parser = RuleParser(units)
    try parser.advance(mayBeOperand: true)
    let syntax = try parser.expression()
    if parser.token.isSymbol(";") {
      let semicolon = parser.token
      try parser.advance(mayBeOperand: true)
      if parser.token.kind != .end { throw SourceProblem(semicolon.offset, "Unexpected token ';'.") }
    }
    if parser.token.kind != .end { throw parser.unexpected }
    return (syntax, parser.groups)
  }

  private mutating func advance(mayBeOperand: Bool) throws(SourceProblem) { token = try lexer.next(mayBeOperand: mayBeOperand) }

  private mutating func take(_ symbol: String, mayBeOperand: Bool) throws(SourceProblem) -> Bool {
    guard token.isSymbol(symbol) else { return false }
    try advance(mayBeOperand: mayBeOperand)
    return true
  }

  private mutating func expect(_ symbol: String, mayBeOperand: Bool) throws(SourceProblem) {
    if try !take(symbol, mayBeOperand: mayBeOperand) { throw SourceProblem(token.offset, "Expected '\(symbol)'.") }
  }

  private var unexpected: SourceProblem {
    switch token.kind {
    case .end: SourceProblem(token.offset, "Unexpected end of expression.")
    // What it is right of is named by the assignment itself.
    case .symbol(">>>"): SourceProblem(token.offset, "Unexpected token '>>'.")
    case .symbol(let text): SourceProblem(token.offset, "Unexpected token '\(text)'.")
    case .name(let name): SourceProblem(token.offset, "Unexpected token '\(name)'.")
    case .number, .string, .regex: SourceProblem(token.offset, "Unexpected literal.")
    }
  }

  // MARK: Operators

  private mutating func expression() throws(SourceProblem) -> RuleSyntax {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.deepest { throw SourceProblem(token.offset, "The expression nests too deep.") }
    let condition = try or()
    if token.isSymbol("=") { throw SourceProblem(condition.start, "Rule expressions may not contain assignments.") }
    guard try take("?", mayBeOperand: true) else { return condition }
    let yes = try expression()
    try expect(":", mayBeOperand: true)
    return .conditional(condition, yes, try expression())
  }

  private mutating func or() throws(SourceProblem) -> RuleSyntax {
    var operands = [try and()]
    while try take("||", mayBeOperand: true) { operands.append(try and()) }
    return operands.count == 1 ? operands[0] : .or(operands)
  }

  private mutating func and() throws(SourceProblem) -> RuleSyntax {
    var operands = [try binary(level: 0)]
    while try take("&&", mayBeOperand: true) { operands.append(try binary(level: 0)) }
    return operands.count == 1 ? operands[0] : .and(operands)
  }

  private mutating func binary(level: Int) throws(SourceProblem) -> RuleSyntax {
    guard level < Self.levels.count else { return try unary() }
    var left = try binary(level: level + 1)
    var length = 0
    while case .symbol(let symbol) = token.kind, let found = Self.levels[level][symbol] {
      try advance(mayBeOperand: true)
      left = .binary(found, left, try binary(level: level + 1))
      // The row becomes as deep as it is long.
      length += 1
      if length + depth > Self.deepest { throw SourceProblem(token.offset, "The expression nests too deep.") }
    }
    return left
  }

  private mutating func unary() throws(SourceProblem) -> RuleSyntax {
    let start = token.offset
    for (symbol, isNot) in [("!", true), ("-", false)] where token.isSymbol(symbol) {
      depth += 1
      defer { depth -= 1 }
      if depth > Self.deepest { throw SourceProblem(token.offset, "The expression nests too deep.") }
      try advance(mayBeOperand: true)
      let operand = try unary()
      return isNot ? .not(operand, start: start) : .negate(operand, start: start)
    }
    return try postfix()
  }

  // MARK: Operands

  private mutating func postfix() throws(SourceProblem) -> RuleSyntax {
    var syntax = try primary()
    var length = 0
    while true {
      length += 1
      if length + depth > Self.deepest { throw SourceProblem(token.offset, "The expression nests too deep.") }
      if try take(".", mayBeOperand: false) {
        guard case .name(let name) = token.kind else { throw SourceProblem(token.offset, "Expected a property name.") }
        syntax = .property(syntax, name, end: token.end)
        try advance(mayBeOperand: false)
      } else if try take("[", mayBeOperand: true) {
        let key = try expression()
        let end = token.end
        try expect("]", mayBeOperand: false)
        syntax = .element(syntax, key, end: end)
      } else if try take("(", mayBeOperand: true) {
        let (arguments, end) = try list(closedBy: ")", mayEndWithComma: false)
        syntax = .call(syntax, arguments, end: end)
      } else {
        return syntax
      }
    }
  }

  /// What stands between brackets, of which the first is taken already.
  private mutating func list(closedBy close: String, mayEndWithComma: Bool) throws(SourceProblem) -> ([RuleSyntax], end: Int) {
    var elements: [RuleSyntax] = []
    while !token.isSymbol(close) {
      elements.append(try expression())
      if token.isSymbol(close) { break }
      try expect(",", mayBeOperand: true)
      if token.isSymbol(close), !mayEndWithComma { throw unexpected }
    }
    let end = token.end
    try advance(mayBeOperand: false)
    return (elements, end)
  }

  private mutating func primary() throws(SourceProblem) -> RuleSyntax {
    let (start, end) = (token.offset, token.end)
    func literal(_ literal: RuleSyntax.Literal) -> RuleSyntax { .literal(literal, start: start, end: end) }
    let syntax: RuleSyntax
    switch token.kind {
    case .number(let number): syntax = literal(.number(number))
    case .string(let text): syntax = literal(.text(text))
    case .regex(let pattern, let flags): syntax = literal(.pattern(pattern, flags: flags))
    case .name("true"): syntax = literal(.bool(true))
    case .name("false"): syntax = literal(.bool(false))
    case .name("null"): syntax = literal(.null)
    case .name(let name) where Self.reserved.contains(name): throw SourceProblem(start, "Unexpected keyword '\(name)'.")
    case .name(let name) where !Self.reservedOperators.contains(name): syntax = .name(name, start: start, end: end)
    case .symbol("("):
      try advance(mayBeOperand: true)
      let inner = try expression()
      groups.append(start..<token.end)
      try expect(")", mayBeOperand: false)
      return inner
    case .symbol("["):
      try advance(mayBeOperand: true)
      let (elements, end) = try list(closedBy: "]", mayEndWithComma: true)
      return .array(elements, start: start, end: end)
    default: throw unexpected
    }
    try advance(mayBeOperand: false)
    return syntax
  }
}
