extension SecurityRules {
  /// The text of a rules file, laid out: two spaces a level, a member a line, short lists in one line, no trailing commas.
  /// Comments stay, and what the rules say does not change. Laid out again it is the same.
  ///
  /// - Throws: `RulesError` when the text is no rules file; rules in it may have problems.
  public static func formatted(_ text: String) throws(RulesError) -> String {
    let source = SourceText(text)
    var reader = RelaxedJSONReader(source.units)
    do throws(SourceProblem) { _ = try reader.document() } catch { throw RulesError(problems: [source.problem(error)]) }
    var formatter = RulesFormatter(source.units)
    return formatter.formatted()
  }
}
