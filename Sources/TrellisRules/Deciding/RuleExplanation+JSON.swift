import TrellisDatabase
import TrellisTree

/// The form for tools. (Rules §14.)
extension RuleExplanation {
  var json: String {
    let reason = decision.reason.map { "\"reason\":\"\($0.rawValue)\"," } ?? ""
    let places =
      paths.count == 1
      ? "\"path\":\(quoted(paths[0].description))" : "\"paths\":[\(paths.map { quoted($0.description) }.joined(separator: ","))]"
    let denied = decision.deniedPath.map { "\"deniedPath\":\(quoted($0.description))," } ?? ""
    return "{\"op\":\"\(operation)\",\(places),\"allowed\":\(decision.isAllowed),\(reason)\(denied)\"now\":\(context.now),"
      + "\"auth\":\(context.auth?.json ?? "null"),\"steps\":[\(records.map(step).joined(separator: ","))],"
      + "\"decidedBy\":[\(decision.deciders.map(decider).joined(separator: ","))]}"
  }

  private func quoted(_ text: String) -> String { Tree.string(text).json() }

  private func decider(_ decider: RuleDecision.Decider) -> String {
    "{\"kind\":\"\(decider.kind.rawValue)\",\"rule\":\(quoted(decider.rule)),\"path\":\(quoted(decider.path.description))}"
  }

  private func step(_ record: RuleRecord) -> String {
    let rule = record.rule
    let expression = rule.expression
    let variables = bindings(record).map { "\(quoted($0.name)):\(quoted($0.key))" }.joined(separator: ",")
    let result: String
    switch record.result {
    case .success(let passes): result = "\"value\":\(passes)"
    case .failure(let failure):
      let (line, column) = rule.position(failure.offset)
      result = "\"error\":\(quoted("\(failure.message) at \(line):\(column)"))"
    }
    let parts = self.parts(record).map { "{\"expr\":\(quoted($0.text)),\($0.json)}" }
    return "{\"kind\":\"\(rule.kind.rawValue)\",\"rule\":\(quoted(rule.name)),\"path\":\(quoted(record.path.description)),"
      + "\"line\":\(rule.line),\"column\":\(rule.column),\"vars\":{\(variables)},\(result),"
      + "\"expression\":\(quoted(expression.text(of: expression.nodes[expression.root]))),\"parts\":[\(parts.joined(separator: ","))]}"
  }
}
