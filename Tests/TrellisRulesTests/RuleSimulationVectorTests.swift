import Foundation
import TestSupport
import Testing
import TrellisDatabase
import TrellisEngine
import TrellisPages
import TrellisTree
import VectorSupport

@testable import TrellisRules

private let file = VectorFile("rules-sim")
private let cases = file.cases("cases")

/// Whole rules, a database and an operation: allowed or not, and by which rule.
@Suite(.needs(file)) struct RuleSimulationVectorTests {
  @Test("the file can be read") func readable() throws { try expectReadable(file) }

  private static let whole = try? file.read()

  private static func rules(_ vector: VectorCase) throws -> SecurityRules {
    let json = file.resolved(vector["rules"], in: whole?["rulesets"])
    return try SecurityRules(json.string ?? json.description)
  }

  private struct Operation {
    let path: TreePath
    let write: TreeWrite?

    init(_ json: RawJSON) throws {
      let path = try TreePath.writable(json["path"]?.string ?? "")
      self.path = path.path
      switch json["type"]?.string {
      case "read": write = nil
      case "update": write = try .update(path.path, members: json["value"]?.members.map { ($0.key, try $0.value.tree()) } ?? [])
      default:
        write =
          path.isPriority
          ? try .setPriority(path.path, json["value"]?.tree() ?? .null) : try .set(path.path, json["value"]?.tree() ?? .null)
      }
    }
  }

  private static let tests = Result { try RulesTests(json: String(contentsOfFile: file.path, encoding: .utf8)) }

  @Test("the decision, and the rule that decides", arguments: cases.indices)
  func decision(index: Int) throws {
    let tests = try Self.tests.get().cases
    try #require(tests.count == cases.count)
    let result = tests[index].run(try SecurityRules("{\"rules\": {}}"))
    #expect(result.passes, "\(tests[index].id): \(result.problems)\n\(result.report)")
  }

  @Test(
    "a database with these rules does the same",
    arguments: cases.filter { $0["op"]["transport"]?.string != "rest" && !$0["op"].has("query") })
  func database(vector: VectorCase) async throws {
    let now = Int64(vector["now"].double ?? 0)
    let datastore = try await LocalDatastore.open(MemoryJournal(), policy: RulesPolicy(try Self.rules(vector)), now: { now })
    try await Database(datastore, auth: .administrator).set("/", vector["data"].tree())
    let auth = file.resolved(vector["auth"], in: Self.whole?["auths"])
    let who =
      auth.isNull ? nil : Auth(uid: auth["uid"]?.string ?? "", provider: auth["provider"]?.string, token: Claim(auth["token"] ?? .null))
    let database = Database(datastore, auth: who)
    let operation = try Operation(vector["op"])
    do {
      if let write = operation.write { try await database.write(write) } else { _ = try await database.get(operation.path) }
      #expect(vector["expect"]["allowed"]?.bool == true)
    } catch let error as TrellisError {
      #expect(vector["expect"]["allowed"]?.bool == false, "\(error)")
      #expect(error.code == .permissionDenied)
      #expect(error.message.contains("DENIED"), "\(error.message)")
    }
  }
}

extension TreePath {
  /// A path, and whether it names the priority of the node.
  fileprivate static func writable(_ text: String) throws -> (path: TreePath, isPriority: Bool) {
    guard text.hasSuffix("/.priority") else { return (try TreePath(text), false) }
    return (try TreePath(String(text.dropLast(10))), true)
  }
}
