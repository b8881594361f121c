import TrellisDatabase
import TrellisTree

/// Evaluates an expression. (Rules §7.)
struct RuleEvaluator<Node: TreeReading> {
  typealias Value = RuleValue
  typealias Position = RulePosition<Node>

  private let rule: Rule
  private let context: RuleContext<Node>
  /// Told what each part came to, when somebody wants it explained.
  private let observe: ((Int, Result<Value, RuleFailure>) -> Void)?

  init(_ rule: Rule, _ context: RuleContext<Node>, observe: ((Int, Result<Value, RuleFailure>) -> Void)? = nil) {
    self.rule = rule
    self.context = context
    self.observe = observe
  }

  private var expression: RuleExpression { _read { yield rule.expression } }

  /// Whether the rule passes.
  func evaluate() throws(RuleFailure) -> Bool { try bool(expression.root) }

  private func value(_ index: Int) throws(RuleFailure) -> Value {
    guard let observe else { return try compute(index) }
    do throws(RuleFailure) {
      let value = try compute(index)
      observe(index, .success(value))
      return value
    } catch {
      observe(index, .failure(error))
      throw error
    }
  }

  private func compute(_ index: Int) throws(RuleFailure) -> Value {
    let node = expression.nodes[index]
    switch node.kind {
    case .bool(let flag): return .bool(flag)
    case .number(let number): return .number(number)
    case .null: return .null
    case .text(let number): return .text(expression.texts[number])
    case .pattern, .array: return .other
    case .variable(let variable): return try read(variable, node)
    case .wildcard(let number): return .text(.text(context.wildcards[number].text))
    case .not: return .bool(!(try bool(expression.operand(0, of: node))))
    case .negate: return .number(-(try number(expression.operand(0, of: node), "-", node)))
    case .and:
      for i in 0..<node.count where try !bool(expression.operand(i, of: node)) { return .bool(false) }
      return .bool(true)
    case .or:
      for i in 0..<node.count where try bool(expression.operand(i, of: node)) { return .bool(true) }
      return .bool(false)
    case .conditional: return try value(expression.operand(try bool(expression.operand(0, of: node)) ? 1 : 2, of: node))
    case .binary(let name): return try binary(name, node)
    case .property(let name): return try property(try value(expression.operand(0, of: node)), expression.names[name], node)
    case .element:
      let receiver = try value(expression.operand(0, of: node))
      switch try value(expression.operand(1, of: node)) {
      case .text(let key): return try property(receiver, key.string, node)
      case .number(let number): return try property(receiver, RuleNumber.text(number), node)
      default: return .null
      }
    case .call(.child), .call(.parent):
      // A snapshot by itself is nothing that can be computed with.
      _ = try find(index)
      return .other
    case .call(let method): return try call(method, node)
    }
  }

  private func failure(_ message: String, _ node: RuleExpression.Node) -> RuleFailure { RuleFailure(message: message, offset: node.start) }

  private func bool(_ index: Int) throws(RuleFailure) -> Bool {
    if case .bool(let flag) = try value(index) { return flag }
    // What is checked when it is compiled is a boolean.
    throw failure("a boolean is expected", expression.nodes[index])
  }

  private func number(_ index: Int, _ symbol: String, _ node: RuleExpression.Node) throws(RuleFailure) -> Double {
    let value = try value(index)
    if case .number(let number) = value { return number }
    throw failure("\(symbol) takes numbers, not \(value.kind)", node)
  }

  // MARK: Variables

  private func read(_ variable: RuleExpression.Variable, _ node: RuleExpression.Node) throws(RuleFailure) -> Value {
    switch variable {
    case .auth: return Value(context.auth)
    case .now: return .number(Double(context.now))
    case .root, .data, .newData: return .other
    case .query:
      guard context.query != nil else { throw failure("there is no query in writes", node) }
      return .query
    }
  }

  // MARK: Snapshots

  /// Nil when the part is no snapshot.
  private func position(_ index: Int) throws(RuleFailure) -> Position? {
    guard let observe else { return try find(index) }
    do throws(RuleFailure) {
      let position = try find(index)
      if let position { observe(index, .success(.snapshot(position.path, exists: position.exists))) }
      return position
    } catch {
      observe(index, .failure(error))
      throw error
    }
  }

  private func find(_ index: Int) throws(RuleFailure) -> Position? {
    let node = expression.nodes[index]
    switch node.kind {
    case .variable(.root): return Position(root: context.old, keys: [], node: context.old)
    case .variable(.data): return context.data
    case .variable(.newData):
      guard let newData = context.newData else { throw failure("there is no newData in reads", node) }
      return newData
    case .conditional: return try position(expression.operand(try bool(expression.operand(0, of: node)) ? 1 : 2, of: node))
    case .call(.child): return try receiver(.child, node).child(try steps(1, .child, node))
    case .call(.parent):
      guard let parent = try receiver(.parent, node).parent else { throw failure("the root has no parent()", node) }
      return parent
    default:
      // What it comes to may be an error, which goes first.
      _ = try value(index)
      return nil
    }
  }

  private func receiver(_ method: RuleMethod, _ node: RuleExpression.Node) throws(RuleFailure) -> Position {
    if let position = try position(expression.operand(0, of: node)) { return position }
    throw failure("\(method.rawValue)() is a method of snapshots", node)
  }

  /// A path that is an argument.
  private func steps(_ argument: Int, _ method: RuleMethod, _ node: RuleExpression.Node) throws(RuleFailure) -> RuleSteps {
    let index = expression.operand(argument, of: node)
    if case .text(let number) = expression.nodes[index].kind, observe == nil { return expression.steps[number] }
    return RuleSteps(try text(argument, method, node))
  }

  private func property(_ receiver: Value, _ name: String, _ node: RuleExpression.Node) throws(RuleFailure) -> Value {
    if case .query = receiver, let query = context.query { return Self.property(of: query, name) }
    if CodeUnits.equal(name, "length") {
      if case .text(let text) = receiver { return .number(Double(text.count)) }
      // In `auth` a missing property is null; elsewhere only texts have one.
      if !isAny(expression.operand(0, of: node)) { throw failure("length is a property of strings, not of \(receiver.kind)", node) }
    }
    if case .claim(let claim) = receiver { return Value(claim[name]) }
    return .null
  }

  /// Whether a node is `auth`, or something below it.
  private func isAny(_ index: Int) -> Bool {
    let node = expression.nodes[index]
    switch node.kind {
    case .variable(.auth): return true
    case .property, .element: return isAny(expression.operand(0, of: node))
    case .conditional: return isAny(expression.operand(1, of: node)) || isAny(expression.operand(2, of: node))
    default: return false
    }
  }

  private static func property(of query: RuleQuery, _ name: String) -> Value {
    switch name {
    case "orderByChild": query.orderByChild.map { .text(.text($0)) } ?? .null
    case "orderByKey": .bool(query.orderByKey)
    case "orderByValue": .bool(query.orderByValue)
    case "orderByPriority": .bool(query.orderByPriority)
    case "startAt": Value(query.startAt)
    case "endAt": Value(query.endAt)
    case "equalTo": Value(query.equalTo)
    case "limitToFirst": query.limitToFirst.map { .number(Double($0)) } ?? .null
    default: query.limitToLast.map { .number(Double($0)) } ?? .null
    }
  }

  // MARK: Operators

  private func binary(_ name: RuleExpression.Operator, _ node: RuleExpression.Node) throws(RuleFailure) -> Value {
    let a = try value(expression.operand(0, of: node))
    let b = try value(expression.operand(1, of: node))
    switch name {
    case .equal: return .bool(Value.isEqual(a, b))
    case .notEqual: return .bool(!Value.isEqual(a, b))
    case .less, .lessOrEqual, .greater, .greaterOrEqual: return .bool(try isOrdered(a, name, b, node))
    case .add:
      switch (a, b) {
      case (.number(let a), .number(let b)): return .number(a + b)
      case (.text(let a), .text(let b)): return .text(a + b)
      case (.text(let a), .number(let b)): return .text(a + .text(RuleNumber.text(b)))
      case (.number(let a), .text(let b)): return .text(.text(RuleNumber.text(a)) + b)
      default: throw failure("+ takes numbers and strings, not \(a.kind) and \(b.kind)", node)
      }
    case .subtract, .multiply, .divide, .remainder:
      guard case .number(let a) = a, case .number(let b) = b else {
        throw failure("\(name.rawValue) takes numbers, not \(a.kind) and \(b.kind)", node)
      }
      switch name {
      case .subtract: return .number(a - b)
      case .multiply: return .number(a * b)
      case .divide: return .number(b == 0 ? .nan : a / b)
      default: return .number(a.truncatingRemainder(dividingBy: b))
      }
    }
  }

  private func isOrdered(_ a: Value, _ name: RuleExpression.Operator, _ b: Value, _ node: RuleExpression.Node) throws(RuleFailure) -> Bool {
    switch (a, b) {
    case (.number(let a), .number(let b)):
      switch name {
      case .less: return a < b
      case .lessOrEqual: return a <= b
      case .greater: return a > b
      default: return a >= b
      }
    case (.text(let a), .text(let b)):
      switch name {
      case .less: return a < b
      case .lessOrEqual: return !(b < a)
      case .greater: return b < a
      default: return !(a < b)
      }
    default: throw failure("\(name.rawValue) compares two numbers or two strings, not \(a.kind) and \(b.kind)", node)
    }
  }

  // MARK: Calls

  private func call(_ method: RuleMethod, _ node: RuleExpression.Node) throws(RuleFailure) -> Value {
    if method.isOfText {
      let receiver = try value(expression.operand(0, of: node))
      guard case .text(let text) = receiver else {
        throw failure("\(method.rawValue)() is a method of strings, not of \(receiver.kind)", node)
      }
      return try call(method, on: text, node)
    }
    let position = try receiver(method, node)
    switch method {
    case .val: return Value(value: position.node)
    case .hasChild: return .bool(position.hasChild(try steps(1, method, node)))
    case .hasChildren: return .bool(try hasChildren(position, node))
    case .exists: return .bool(position.exists)
    case .getPriority: return Value(position.node?.priority)
    case .isNumber:
      switch position.node?.scalar {
      case .int?, .double?: return .bool(true)
      default: return .bool(false)
      }
    case .isString: if case .string? = position.node?.scalar { return .bool(true) } else { return .bool(false) }
    default: if case .bool? = position.node?.scalar { return .bool(true) } else { return .bool(false) }
    }
  }

  private func hasChildren(_ position: Position, _ node: RuleExpression.Node) throws(RuleFailure) -> Bool {
    guard node.count > 1 else { return (position.node?.count ?? 0) > 0 }
    let list = expression.nodes[expression.operand(1, of: node)]
    var isThere = true
    // All of them are evaluated: an error is one wherever it stands.
    for i in 0..<list.count where !position.hasChild(try steps(i, .hasChildren, list)) { isThere = false }
    return isThere
  }

  private func text(_ argument: Int, _ method: RuleMethod, _ node: RuleExpression.Node) throws(RuleFailure) -> RuleText {
    let value = try value(expression.operand(argument, of: node))
    if case .text(let text) = value { return text }
    throw failure(method == .hasChildren ? "hasChildren() takes strings" : "\(method.rawValue)() takes a string, not \(value.kind)", node)
  }

  private func call(_ method: RuleMethod, on text: RuleText, _ node: RuleExpression.Node) throws(RuleFailure) -> Value {
    switch method {
    case .contains: return .bool(text.contains(try self.text(1, method, node)))
    case .beginsWith: return .bool(text.begins(with: try self.text(1, method, node)))
    case .endsWith: return .bool(text.ends(with: try self.text(1, method, node)))
    case .replace: return .text(text.replacing(try self.text(1, method, node), with: try self.text(2, method, node)))
    case .toLowerCase: return .text(text.lowercased)
    case .toUpperCase: return .text(text.uppercased)
    default:
      guard case .pattern(let number) = expression.nodes[expression.operand(1, of: node)].kind else { return .bool(false) }
      return .bool(expression.patterns[number].matches(text.units))
    }
  }
}
