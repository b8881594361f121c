/// Reads a pattern and writes its program as it goes.
///
/// The dialect is small, so that a pattern means the same to everyone who reads it: whatever other dialects add is an error,
/// not a literal.
struct PatternParser {
  let pattern: [UInt16]
  let ignoresCase: Bool
  var position = 0
  private var depth = 0
  private var program = PatternProgram()
  private var setNumbers: [CodeUnitSet: Int] = [:]

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
    try parseUnion()
    program.isAnchoredAtEnd = skip("$")
    if !isAtEnd { throw RulePattern.Invalid("unmatched ')'", at: position) }
    return program
  }

  /// `union = branch { "|" branch }`
  private mutating func parseUnion() throws(RulePattern.Invalid) {
    var jumps: [Int] = []
    var start = program.instructions.count
    // In a group, what follows a bar and is no branch is told as the end of the group that is missing before it.
    var emptyBranch = "expected an expression"
    try parseBranch(orThrow: emptyBranch)
    while skip("|") {
      jumps.append(try program.endBranch(from: start, position: position - 1))
      start = program.instructions.count
      if depth > 0 { emptyBranch = "expected ')'" }
      try parseBranch(orThrow: emptyBranch)
    }
    program.join(jumps)
  }

  /// `branch = term { term }`
  private mutating func parseBranch(orThrow problem: String) throws(RulePattern.Invalid) {
    if isAtEndOfBranch { throw RulePattern.Invalid(depth == 0 && next == ")" ? "unmatched ')'" : problem, at: position) }
    while !isAtEndOfBranch { try parseTerm() }
  }

  private var isAtEndOfBranch: Bool {
    switch next {
    case "|"?, ")"?: true
    case "$"?: depth == 0 && position == pattern.count - 1
    default: isAtEnd
    }
  }

  /// `term = atom [ "*" | "+" | "?" | "{n}" | "{n,}" | "{n,m}" ]`
  private mutating func parseTerm() throws(RulePattern.Invalid) {
    let start = program.instructions.count
    try parseAtom()
    let quantifierPosition = position
    guard let repetition = try parseRepetition() else { return }
    try program.repeatAll(from: start, repetition, position: quantifierPosition)
    if isAtQuantifier { throw RulePattern.Invalid("unexpected second quantifier", at: position) }
  }

  private mutating func parseAtom() throws(RulePattern.Invalid) {
    if isAtQuantifier { throw RulePattern.Invalid("nothing to repeat", at: position) }
    let start = position
    switch next {
    case "("?: try parseGroup()
    case "["?: try append(parseClass(), position: start)
    case "\\"?: try append(parseEscape(), position: start)
    case "^"?, "$"?: throw RulePattern.Invalid(skip("^") ? "misplaced '^'" : "misplaced '$'", at: start)
    default: try append(skip(".") ? .all : CodeUnitSet(takeUnit()), position: start)
    }
  }

  private mutating func parseGroup() throws(RulePattern.Invalid) {
    let start = position
    position += 1
    if next == "?" { throw RulePattern.Invalid("unsupported group '(?'", at: start) }
    depth += 1
    guard depth <= Self.maximumDepth else {
      throw RulePattern.Invalid("groups more than \(Self.maximumDepth) deep", at: start)
    }
    try parseUnion()
    guard skip(")") else { throw RulePattern.Invalid("expected ')'", at: position) }
    depth -= 1
  }

  private mutating func append(_ set: CodeUnitSet, position: Int) throws(RulePattern.Invalid) {
    let set = ignoresCase ? set.foldingCase : set
    let number = setNumbers[set] ?? program.addSet(set)
    setNumbers[set] = number
    try program.appendTake(set: number, position: position)
  }
}
