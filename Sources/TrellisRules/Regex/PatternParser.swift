/// Reads a pattern and writes its program as it goes.
///
/// The dialect is small, so that a pattern means the same to everyone who reads it: whatever other dialects add is an error,
/// not a literal. Nested groups take no stack, because patterns are read on threads with small ones.
struct PatternParser {
  let pattern: [UInt16]
  let ignoresCase: Bool
  var position = 0
  private var program = PatternProgram()
  private var setNumbers: [CodeUnitSet: Int] = [:]
  /// The union that is being read.
  private var union = OpenUnion(start: 0, branchPosition: 0)
  /// The unions around it, from the outermost on.
  private var outerUnions: [OpenUnion] = []

  static var maximumLength: Int { 4096 }
  static var maximumDepth: Int { 100 }

  init(_ pattern: [UInt16], ignoringCase: Bool) {
    self.pattern = pattern
    ignoresCase = ignoringCase
  }

  /// `regex = ["^"] union ["$"]`
  mutating func parse() throws(RulePattern.Invalid) -> PatternProgram {
    guard pattern.count <= Self.maximumLength else {
      throw RulePattern.Invalid("more than \(Self.maximumLength) code units", at: Self.maximumLength)
    }
    program.isAnchoredAtStart = skip("^")
    union.branchPosition = position
    while !isAtEnd, !isAtEndAnchor { try parseNext() }
    try checkBranch()
    guard outerUnions.isEmpty else { throw RulePattern.Invalid("expected ')'", at: position) }
    program.isAnchoredAtEnd = skip("$")
    program.join(union.jumps)
    return program
  }

  private var isAtEndAnchor: Bool { next == "$" && position == pattern.count - 1 && outerUnions.isEmpty }

  private mutating func parseNext() throws(RulePattern.Invalid) {
    switch next {
    case "("?: try beginGroup()
    case ")"?: try endGroup()
    case "|"?: try parseBar()
    default:
      let start = program.instructions.count
      try parseAtom()
      try parseQuantifier(from: start)
    }
  }

  // MARK: Unions

  private mutating func beginGroup() throws(RulePattern.Invalid) {
    let start = position
    position += 1
    if next == "?" { throw RulePattern.Invalid("unsupported group '(?'", at: start) }
    outerUnions.append(union)
    guard outerUnions.count <= Self.maximumDepth else {
      throw RulePattern.Invalid("groups more than \(Self.maximumDepth) deep", at: start)
    }
    union = OpenUnion(start: program.instructions.count, branchPosition: position)
  }

  private mutating func endGroup() throws(RulePattern.Invalid) {
    guard let outer = outerUnions.last else { throw RulePattern.Invalid("unmatched ')'", at: position) }
    try checkBranch()
    position += 1
    program.join(union.jumps)
    let start = union.start
    union = outer
    outerUnions.removeLast()
    try parseQuantifier(from: start)
  }

  private mutating func parseBar() throws(RulePattern.Invalid) {
    try checkBranch()
    union.jumps.append(try program.endBranch(from: union.branchStart, position: position))
    position += 1
    union.branchStart = program.instructions.count
    union.branchPosition = position
  }

  /// Refuses an empty branch. One that follows a bar in a group is told as the end of the group that is missing before it.
  private func checkBranch() throws(RulePattern.Invalid) {
    guard position == union.branchPosition else { return }
    let isLikeEnd = !outerUnions.isEmpty && !union.jumps.isEmpty
    throw RulePattern.Invalid(isLikeEnd ? "expected ')'" : "expected an expression", at: position)
  }

  // MARK: Terms

  /// An atom that is no group.
  private mutating func parseAtom() throws(RulePattern.Invalid) {
    if isAtQuantifier { throw RulePattern.Invalid("nothing to repeat", at: position) }
    let start = position
    switch next {
    case "["?: try append(parseClass(), position: start)
    case "\\"?: try append(parseEscape(), position: start)
    case "^"?: throw RulePattern.Invalid("misplaced '^'", at: start)
    case "$"?: throw RulePattern.Invalid("misplaced '$'", at: start)
    default: try append(skip(".") ? .all : CodeUnitSet(takeUnit()), position: start)
    }
  }

  /// `[ "*" | "+" | "?" | "{n}" | "{n,}" | "{n,m}" ]`, for what is written from `start` on.
  private mutating func parseQuantifier(from start: Int) throws(RulePattern.Invalid) {
    let quantifierPosition = position
    guard let repetition = try parseRepetition() else { return }
    try program.repeatAll(from: start, repetition, position: quantifierPosition)
    if isAtQuantifier { throw RulePattern.Invalid("unexpected second quantifier", at: position) }
  }

  private mutating func append(_ set: CodeUnitSet, position: Int) throws(RulePattern.Invalid) {
    let set = ignoresCase ? set.foldingCase : set
    let number = setNumbers[set] ?? program.addSet(set)
    setNumbers[set] = number
    try program.appendTake(set: number, position: position)
  }
}
