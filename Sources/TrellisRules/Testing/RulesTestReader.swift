import TrellisDatabase
import TrellisTree

/// Reads a file of cases.
struct RulesTestReader {
  private let source: SourceText
  private let file: RelaxedJSON
  private var rulesets: [String: SecurityRules] = [:]

  static func read(_ source: SourceText) throws(SourceProblem) -> RulesTests {
    var reader = RelaxedJSONReader(source.units)
    var tests = RulesTestReader(source: source, file: try reader.document())
    var cases: [RulesTestCase] = []
    for (i, json) in try tests.file.required("cases").array().enumerated() { cases.append(try tests.testCase(json, i + 1)) }
    return RulesTests(title: try tests.file["title"]?.string(), cases: cases)
  }

  private init(source: SourceText, file: RelaxedJSON) {
    self.source = source
    self.file = file
  }

  private mutating func testCase(_ json: RelaxedJSON, _ number: Int) throws(SourceProblem) -> RulesTestCase {
    _ = try json.object()
    return RulesTestCase(
      id: try json["id"]?.string() ?? "\(number)", note: try json["note"]?.string(), line: source.position(json.offset).line,
      rules: try json["rules"].map { json throws(SourceProblem) in try rules(json) }, data: try data(json["data"]),
      auth: try json["auth"].map { json throws(SourceProblem) in Claim(try named(json, in: "auths")) },
      now: Int64(try json["now"]?.int() ?? Int(Clock.milliseconds())), operation: try operation(json.required("op")),
      expected: try expectation(json.required("expect")))
  }

  /// A value, or the entry of a section that it names.
  private func named(_ json: RelaxedJSON, in section: String) throws(SourceProblem) -> RelaxedJSON {
    guard case .string(let name) = json.content, name.units.first == UInt16(ascii: "$") else { return json }
    guard let entry = file[section]?[name.string] else {
      throw SourceProblem(json.offset, "There is no \"\(name.string)\" in \"\(section)\".")
    }
    return entry
  }

  /// Each set of rules is compiled once.
  private mutating func rules(_ json: RelaxedJSON) throws(SourceProblem) -> SecurityRules {
    let json = try named(json, in: "rulesets")
    let text: String
    if case .string(let file) = json.content { text = file.string } else { text = Claim(json).json }
    if let rules = rulesets[text] { return rules }
    do throws(RulesError) {
      let rules = try SecurityRules(text)
      rulesets[text] = rules
      return rules
    } catch {
      throw SourceProblem(json.offset, "These rules have a problem: \(error)")
    }
  }

  private func data(_ json: RelaxedJSON?) throws(SourceProblem) -> TreeWrite {
    do { return try .set(.root, json?.tree() ?? .null) } catch { throw SourceProblem(json?.offset ?? 0, "\(error)") }
  }

  // MARK: Operations

  private func operation(_ json: RelaxedJSON) throws(SourceProblem) -> RulesTestCase.Operation {
    let place = try json.required("path")
    switch try json.required("type").string() {
    case "read": return .read(try place.path(), try query(json["query"], isREST: try json["transport"]?.string() == "rest"))
    case "write": return .write(try write(place, json["value"]?.tree() ?? .null))
    case "update":
      var members: [(String, Tree)] = []
      for member in try json.required("value").object() { members.append((member.key.string, try member.value.tree())) }
      do { return .write(try .update(place.path(), members: members)) } catch { throw SourceProblem(json.offset, "\(error)") }
    default: throw SourceProblem(json.offset, "\"type\" is read, write or update.")
    }
  }

  private func write(_ place: RelaxedJSON, _ value: Tree) throws(SourceProblem) -> TreeWrite {
    let text = try place.string()
    let priority = "/.priority"
    do {
      if text.utf8.suffix(priority.utf8.count).elementsEqual(priority.utf8) {
        return try .setPriority(TreePath(String(decoding: text.utf8.dropLast(priority.utf8.count), as: UTF8.self)), value)
      }
      return try .set(TreePath(text), value)
    } catch {
      throw SourceProblem(place.offset, "\(error)")
    }
  }

  /// What rules see of a query; without one, of a plain read by that transport. (Rules §8.)
  private func query(_ json: RelaxedJSON?, isREST: Bool) throws(SourceProblem) -> RuleQuery {
    var query = RuleQuery()
    query.orderByChild = try json?["orderByChild"]?.string()
    query.orderByValue = try json?["orderByValue"]?.bool() ?? false
    query.orderByPriority = try json?["orderByPriority"]?.bool() ?? false
    let isOrdered = query.orderByChild != nil || query.orderByValue || query.orderByPriority
    query.orderByKey = try json?["orderByKey"]?.bool() ?? (isREST && !isOrdered)
    query.startAt = try json?["startAt"]?.tree().scalar
    query.endAt = try json?["endAt"]?.tree().scalar
    query.equalTo = try json?["equalTo"]?.tree().scalar
    query.limitToFirst = try json?["limitToFirst"]?.int()
    query.limitToLast = try json?["limitToLast"]?.int()
    return query
  }

  // MARK: Expectations

  private func expectation(_ json: RelaxedJSON) throws(SourceProblem) -> RulesTestCase.Expectation {
    var expected = RulesTestCase.Expectation(isAllowed: try json.required("allowed").bool())
    expected.reason = try json["reason"]?.string()
    expected.deniedPath = try json["deniedPath"]?.path().description
    if let list = json["decidedBy"] {
      var deciders: [String] = []
      for decider in try list.array() {
        deciders.append(
          "\(try decider.required("kind").string()) \(try decider.required("rule").string()) at \(try decider.required("path").path())")
      }
      expected.deciders = deciders
    }
    if let list = json["allFailing"] {
      var failing: Set<String> = []
      for place in try list.array() { failing.insert(try (place["path"] ?? place).path().description) }
      expected.failing = failing
    }
    return expected
  }
}
