import TrellisTree

/// A rule that was asked, with what each of its parts came to: for whoever explains a decision. (Rules §14.)
struct RuleRecord {
  let rule: Rule
  let path: TreePath
  /// Keys that wildcards stand for, from the root on.
  let wildcards: [TreeKey]
  let result: Result<Bool, RuleFailure>
  /// What parts came to, by their numbers; those that were not reached are missing.
  let parts: [Int: Result<RuleValue, RuleFailure>]

  init(_ rule: Rule, _ context: RuleContext<some TreeReading>) {
    self.rule = rule
    path = TreePath(Array(context.keys))
    wildcards = context.wildcards
    var parts: [Int: Result<RuleValue, RuleFailure>] = [:]
    do throws(RuleFailure) {
      result = .success(try RuleEvaluator(rule, context) { parts[$0] = $1 }.evaluate())
    } catch {
      result = .failure(error)
    }
    self.parts = parts
  }

  var passes: Bool { (try? result.get()) ?? false }
}
