/// Finds a pattern by following all states that its automaton can be in at once. It takes any pattern, but for each code unit
/// up to as many steps as there are states.
struct PatternSimulation: Sendable {
  private let program: PatternProgram

  init(_ program: PatternProgram) { self.program = program }

  func matches(_ text: some Sequence<UInt16>) -> Bool {
    var states = StateSet(capacity: program.finalState + 1)
    var next = states
    program.enter(0, in: &states)
    for unit in text {
      if !program.isAnchoredAtEnd, states.contains(program.finalState) { return true }
      next.removeAll()
      step(from: states, taking: unit, to: &next)
      if next.isEmpty { return false }
      swap(&states, &next)
    }
    return states.contains(program.finalState)
  }

  private func step(from states: StateSet, taking unit: UInt16, to next: inout StateSet) {
    for index in 0..<states.count {
      let state = states[index]
      guard state < program.finalState, case .take(let set) = program.instructions[state] else { continue }
      if program.sets[set].contains(unit) { program.enter(state + 1, in: &next) }
    }
    if !program.isAnchoredAtStart { program.enter(0, in: &next) }
  }
}
