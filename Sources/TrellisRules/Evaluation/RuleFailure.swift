/// An expression cannot be evaluated: the rule does not pass, and whoever asks is told why. (Rules §7.)
struct RuleFailure: Error {
  let message: String
  /// Where in the expression, in code units.
  let offset: Int
}
