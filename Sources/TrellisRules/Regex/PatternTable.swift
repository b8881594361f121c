/// Finds a pattern by a deterministic automaton that is complete before the first match, so that it takes one step for each
/// code unit and threads share it without locks.
struct PatternTable: Sendable {
  private let classes: CodeUnitClasses
  /// A row for each state, with the next state for each class of code units.
  private let transitions: [UInt8]
  /// The logarithm of the length of a row.
  private let rowShift: Int
  private let start: UInt8
  /// Whether the pattern has matched when the text ends in a state.
  private let isAccepting: [Bool]

  /// The state from which there is no match any more.
  static var failed: UInt8 { 0 }
  /// The state in which there is a match, whatever follows.
  static var found: UInt8 { 1 }

  /// - Returns: `nil` if the automaton would be too large.
  init?(_ program: PatternProgram) {
    guard let classes = CodeUnitClasses(program.sets) else { return nil }
    var builder = PatternTableBuilder(program, classes)
    guard let start = builder.build() else { return nil }
    self.classes = classes
    self.start = start
    transitions = builder.transitions
    rowShift = builder.rowShift
    isAccepting = builder.isAccepting
  }

  func matches(_ text: some Collection<UInt16>) -> Bool {
    var state = start
    // By indices, because the iterator of a string's UTF-16 view takes half as long again.
    var index = text.startIndex
    while index != text.endIndex {
      state = transitions[Int(state) << rowShift | classes[text[index]]]
      if state <= Self.found { return state == Self.found }
      text.formIndex(after: &index)
    }
    return isAccepting[Int(state)]
  }
}
