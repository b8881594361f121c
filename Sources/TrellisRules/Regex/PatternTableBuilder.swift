/// Makes the deterministic automaton of a program: its states are the sets of states that the program can be in.
struct PatternTableBuilder {
  private let program: PatternProgram
  private let classes: CodeUnitClasses
  let rowShift: Int
  private(set) var transitions: [UInt8] = []
  private(set) var isAccepting: [Bool] = []
  /// Of each state, in ascending order, the program's states that take a code unit, and the final one.
  private var members: [[Int]] = []
  private var numbers: [[Int]: UInt8] = [:]
  private var remainingSteps = maximumStepCount

  /// The steps after which a table is given up. There can be many more states than in the program; a pattern must not take
  /// long to compile only to find that out.
  private static var maximumStepCount: Int { 250_000 }

  init(_ program: PatternProgram, _ classes: CodeUnitClasses) {
    self.program = program
    self.classes = classes
    rowShift = Int.bitWidth - (classes.representatives.count - 1).leadingZeroBitCount
  }

  /// - Returns: the state to start in, or `nil` if there are more than 256 states or it takes too long.
  mutating func build() -> UInt8? {
    // `PatternTable.failed` and `PatternTable.found`, which are never left.
    addState([], isAccepting: false)
    addState([], isAccepting: true)
    var states = StateSet(capacity: program.finalState + 1)
    program.enter(0, in: &states)
    guard let start = number(of: states) else { return nil }
    let rowLength = 1 << rowShift
    var state = 0
    while state < members.count {
      let isFixed = state <= Int(PatternTable.found)
      var row = Array(repeating: isFixed ? UInt8(truncatingIfNeeded: state) : PatternTable.failed, count: rowLength)
      if !isFixed {
        for (index, unit) in classes.representatives.enumerated() {
          step(from: state, taking: unit, to: &states)
          guard let number = number(of: states) else { return nil }
          row[index] = number
        }
      }
      transitions += row
      state += 1
    }
    return start
  }

  private mutating func step(from state: Int, taking unit: UInt16, to next: inout StateSet) {
    next.removeAll()
    for member in members[state] where member < program.finalState {
      guard case .take(let set) = program.instructions[member], program.sets[set].contains(unit) else { continue }
      program.enter(member + 1, in: &next)
    }
    if !program.isAnchoredAtStart { program.enter(0, in: &next) }
    remainingSteps -= members[state].count + next.count
  }

  /// The state for these states of the program, which is added if it is new.
  private mutating func number(of states: StateSet) -> UInt8? {
    guard remainingSteps > 0 else { return nil }
    let isAccepting = states.contains(program.finalState)
    if isAccepting, !program.isAnchoredAtEnd { return PatternTable.found }
    let key = (0..<states.count).map { states[$0] }.filter(isMember).sorted()
    if key.isEmpty { return PatternTable.failed }
    if let number = numbers[key] { return number }
    guard let number = UInt8(exactly: members.count) else { return nil }
    numbers[key] = number
    addState(key, isAccepting: isAccepting)
    return number
  }

  private mutating func addState(_ members: [Int], isAccepting: Bool) {
    self.members.append(members)
    self.isAccepting.append(isAccepting)
  }

  private func isMember(_ state: Int) -> Bool {
    guard state < program.finalState else { return true }
    if case .take = program.instructions[state] { return true }
    return false
  }
}
