import TrellisTree

/// A rule that was asked, with what each of its parts came to: for whoever explains a decision. (Rules §14.)
struct RuleRecord<Node: TreeReading> {
  let rule: Rule
  let context: RuleContext<Node>
  let result: Result<Bool, RuleFailure>
  /// What parts came to, by their numbers; those that were not reached are missing.
  let parts: [Int: Result<RuleValue<Node>, RuleFailure>]

  init(_ rule: Rule, _ context: RuleContext<Node>) {
    self.rule = rule
    self.context = context
    var parts: [Int: Result<RuleValue<Node>, RuleFailure>] = [:]
    do throws(RuleFailure) {
      result = .success(try RuleEvaluator(rule.expression, context) { parts[$0] = $1 }.evaluate())
    } catch {
      result = .failure(error)
    }
    self.parts = parts
  }

  var passes: Bool { (try? result.get()) ?? false }
  var path: TreePath { TreePath(Array(context.keys)) }
}
