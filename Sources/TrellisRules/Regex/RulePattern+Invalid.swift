extension RulePattern {
  /// Why a pattern cannot be compiled.
  struct Invalid: Error, Hashable {
    /// One sentence, for whoever wrote the pattern; it names the position.
    let message: String
    /// Index in the pattern's UTF-16 code units, a leading `^` included; the pattern's length when something is missing at its end.
    let position: Int

    /// - Parameter problem: what is wrong, as it goes on after "Illegal regular expression,".
    init(_ problem: String, at position: Int) {
      message = "Illegal regular expression, \(problem) at position \(position)"
      self.position = position
    }
  }
}
