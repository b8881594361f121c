/// A file of cases: what rules should say about operations on a database.
///
/// ```json
/// {"auths": {"$ann": {"uid": "ann"}},
///  "cases": [
///    {"id": "owners-write", "auth": "$ann", "data": {"murals": {"m1": {"owner": "ann"}}},
///     "op": {"type": "write", "path": "murals/m1/name", "value": "Great"}, "expect": {"allowed": true}}]}
/// ```
/// - `auth`: null, what rules see as `auth`, or the name of an entry of `auths`.
/// - `data`: the whole database before, in export form.
/// - `op`: `type` is `read` (with `query` and `transport`, if you like), `write` or `update`; a write of null deletes, a path that
///   ends in `/.priority` sets a priority.
/// - `expect`: `allowed`, and where it matters `reason`, `decidedBy`, `deniedPath` and `allFailing`.
/// - `now`: milliseconds since 1970. `rules`: other rules than those under test, or the name of an entry of `rulesets`.
///
/// Comments and trailing commas are allowed.
public struct RulesTests: Sendable {
  public let title: String?
  public let cases: [RulesTestCase]

  /// - Throws: `RulesError` with line and column.
  public init(json text: String) throws(RulesError) {
    let source = SourceText(text)
    do throws(SourceProblem) { self = try RulesTestReader.read(source) } catch { throw RulesError(problems: [source.problem(error)]) }
  }

  init(title: String?, cases: [RulesTestCase]) {
    self.title = title
    self.cases = cases
  }
}
