import TestSupport
import Testing
import TrellisDatabase
import TrellisTree
import VectorSupport

@testable import TrellisRules

private let file = VectorFile("rules-expr")
private let cases = file.cases("cases")

/// One expression with its variables: what it comes to, or why it does not compile.
@Suite(.needs(file)) struct RuleExpressionVectorTests {
  @Test("the file can be read") func readable() throws { try expectReadable(file) }

  private static let fixtures = try? file.read()["fixtures"]

  @Test("the expression comes to what it should", arguments: cases)
  func expression(vector: VectorCase) throws {
    let kind: RuleKind = try vector.text("kind") == "read" ? .read : .validate
    let variables = vector["vars"].members
    let units = Array(try vector.text("rule").utf16)
    let expression: RuleExpression
    do throws(SourceProblem) {
      expression = try RuleCompiler.compile(units, as: kind, wildcards: variables.map(\.key))
    } catch {
      #expect(vector["expect"].string == "compile-error", "\(error)")
      if let offset = vector.json["errorOffset"]?.int { #expect(error.offset == offset, "\(error)") }
      if vector["errorTextSource"].string == "recorded-production" { #expect(error.message == vector["errorText"].string) }
      return
    }
    let now = Int64(vector["now"].double ?? 0)
    let old = try Tree.database(file.resolved(vector["data"], in: Self.fixtures), now: now)
    let new = try vector.json["newData"].map { try Tree.database(file.resolved($0, in: Self.fixtures), now: now) }
    let auth = file.resolved(vector["auth"], in: Self.fixtures)
    let context = RuleContext(
      auth: auth.isNull ? nil : Claim(auth), now: now, old: old, new: kind == .read ? nil : new ?? .null,
      query: kind == .read ? RuleQuery(vector.json["query"], isREST: vector["transport"].string == "rest") : nil,
      keys: try TreePath(try vector.text("path")).keys[...], wildcards: variables.map { TreeKey(unchecked: $0.value.string ?? "") })
    let rule = Rule(kind: kind, expression: expression, name: "/", line: 1, column: 1, positions: [])
    var result: String
    do throws(RuleFailure) { result = try RuleEvaluator(rule, context).evaluate() ? "true" : "false" } catch { result = "error" }
    #expect(result == vector["expect"].string)
    // Explaining it does not change it.
    #expect(RuleRecord(rule, context).passes == (result == "true"))
  }
}
