extension PatternParser {
  /// `union = branch { "|" branch }` that is being read: a group, or the whole pattern.
  struct OpenUnion {
    /// The instruction with which it begins.
    let start: Int
    /// The instruction with which its last branch begins.
    var branchStart: Int
    /// Where in the pattern its last branch begins.
    var branchPosition: Int
    /// Those that end the branches before the last one.
    var jumps: [Int] = []

    init(start: Int, branchPosition: Int) {
      self.start = start
      branchStart = start
      self.branchPosition = branchPosition
    }
  }
}
