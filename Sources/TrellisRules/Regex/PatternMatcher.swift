/// The ways to find a pattern in a text, the best of which is chosen when the pattern is compiled.
enum PatternMatcher: Sendable {
  case literal(PatternLiteral)
  case table(PatternTable)
  case simulation(PatternSimulation)

  init(_ program: PatternProgram) {
    if let literal = PatternLiteral(program) {
      self = .literal(literal)
    } else if let table = PatternTable(program) {
      self = .table(table)
    } else {
      self = .simulation(PatternSimulation(program))
    }
  }

  func matches(_ text: some BidirectionalCollection<UInt16>) -> Bool {
    switch self {
    case .literal(let literal): literal.matches(text)
    case .table(let table): table.matches(text)
    case .simulation(let simulation): simulation.matches(text)
    }
  }
}
