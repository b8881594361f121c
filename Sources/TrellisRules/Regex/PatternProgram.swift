/// A pattern as a nondeterministic automaton. It begins with the first instruction and has matched when it goes on past the
/// last one.
struct PatternProgram: Sendable {
  /// Whether a match begins with the text.
  var isAnchoredAtStart = false
  /// Whether a match ends with the text.
  var isAnchoredAtEnd = false
  private(set) var instructions: [PatternInstruction] = []
  /// The sets that instructions refer to by number.
  private(set) var sets: [CodeUnitSet] = []

  /// More would make a match too slow, and come from repetitions of repetitions only.
  static var maximumStateCount: Int { 20_000 }

  /// The state in which the pattern has matched.
  var finalState: Int { instructions.count }

  /// Enters a state and those that follow from it without taking a code unit.
  func enter(_ state: Int, in states: inout StateSet) {
    var index = states.count
    states.insert(state)
    while index < states.count {
      let state = states[index]
      index += 1
      guard state < instructions.count else { continue }
      switch instructions[state] {
      case .take: continue
      case .jump(let offset): states.insert(state + offset)
      case .fork(let offset):
        states.insert(state + 1)
        states.insert(state + offset)
      }
    }
  }

  // MARK: Writing

  /// - Returns: the number of the set for `appendTake`.
  mutating func addSet(_ set: CodeUnitSet) -> Int {
    sets.append(set)
    return sets.count - 1
  }

  /// - Parameter position: what caused the instruction, for the error when there are too many.
  mutating func appendTake(set: Int, position: Int) throws(RulePattern.Invalid) {
    try checkCount(instructions.count + 1, position: position)
    instructions.append(.take(set))
  }

  /// Repeats everything from `start` on.
  mutating func repeatAll(from start: Int, _ repetition: PatternRepetition, position: Int) throws(RulePattern.Invalid) {
    let body = Array(instructions[start...])
    let end = start + repetition.stateCount(forBodyOf: body.count)
    try checkCount(end, position: position)
    instructions.removeSubrange(start...)
    if repetition.maximum == nil, repetition.minimum == 0 { instructions.append(.fork(end - start)) }
    for _ in 0..<repetition.writtenMinimum { instructions += body }
    guard let maximum = repetition.maximum else { return instructions.append(.fork(-body.count)) }
    for _ in repetition.minimum..<maximum {
      instructions.append(.fork(end - instructions.count))
      instructions += body
    }
  }

  /// Ends a branch that another one follows.
  ///
  /// - Returns: the jump over the branches that follow, for `join`.
  mutating func endBranch(from start: Int, position: Int) throws(RulePattern.Invalid) -> Int {
    try checkCount(instructions.count + 2, position: position)
    instructions.insert(.fork(instructions.count - start + 2), at: start)
    instructions.append(.jump(0))
    return instructions.count - 1
  }

  /// Lets the branches that end with these jumps go on with what is appended next.
  mutating func join(_ jumps: [Int]) {
    for jump in jumps { instructions[jump] = .jump(instructions.count - jump) }
  }

  private func checkCount(_ count: Int, position: Int) throws(RulePattern.Invalid) {
    guard count <= Self.maximumStateCount else {
      throw RulePattern.Invalid("more than \(Self.maximumStateCount) states", at: position)
    }
  }
}
