import Testing
import TrellisRules

/// Cases as data: what is in a file, what fails, and what they cover.
struct RulesTestsTests {
  private static let rules = """
    {"rules": {"murals": {"$id": {
      ".read": true,
      ".write": "auth != null && (!data.exists() || data.child('owner').val() === auth.uid)",
      "name": {".validate": "newData.isString()"}}}}}
    """

  private static let cases = """
    {
      "title": "Murals", "auths": {"$ann": {"uid": "ann"}},
      "cases": [
        // Comments are allowed.
        {"id": "own", "note": "owners write", "auth": "$ann", "data": {"murals": {"m1": {"owner": "ann"}}},
         "op": {"type": "write", "path": "murals/m1/name", "value": "Great"},
         "expect": {"allowed": true, "decidedBy": [{"kind": "write", "rule": "/murals/$id/.write", "path": "/murals/m1"}]}},
        {"id": "other", "auth": {"uid": "bob"}, "data": {"murals": {"m1": {"owner": "ann"}}},
         "op": {"type": "write", "path": "murals/m1/name", "value": "Worse"}, "expect": {"allowed": false, "reason": "no-grant"}},
        {"id": "no text", "auth": "$ann", "op": {"type": "update", "path": "murals", "value": {"m1/name": 5, "m2/name": "x"}},
         "expect": {"allowed": false, "reason": "validate", "deniedPath": "murals/m1/name"}},
        {"op": {"type": "write", "path": "murals/m1/.priority", "value": 1}, "auth": null, "expect": {"allowed": false}},
        {"id": "open", "rules": {"rules": {".read": "now == 7"}}, "now": 7, "op": {"type": "read", "path": "/"}, "expect": {"allowed": true}},
      ],
    }
    """

  @Test("cases pass, those with rules of their own by these")
  func passing() throws {
    let tests = try RulesTests(json: Self.cases)
    let rules = try SecurityRules(Self.rules)
    #expect(tests.title == "Murals")
    #expect(tests.cases.map(\.id) == ["own", "other", "no text", "4", "open"])
    #expect(tests.cases.map(\.usesRulesUnderTest) == [true, true, true, true, false])
    #expect(tests.cases.map(\.line) == [5, 8, 10, 12, 13])
    for result in tests.cases.map({ $0.run(rules) }) { #expect(result.passes, "\(result.case.id): \(result.problems)") }
  }

  @Test("what fails says in which way, and why")
  func failing() throws {
    func problems(_ expectation: String) throws -> [String] {
      let text = """
        {"cases": [{"auth": {"uid": "ann"}, "data": {"murals": {"m1": {"owner": "ann"}}},
          "op": {"type": "write", "path": "murals/m1/name", "value": 5}, "expect": \(expectation)}]}
        """
      let result = try #require(try RulesTests(json: text).cases.first).run(try SecurityRules(Self.rules))
      #expect(result.report.text.contains("DENIED by .validate"))
      return result.problems
    }
    #expect(try problems(#"{"allowed": true}"#) == ["expected it to be allowed, not denied"])
    #expect(try problems(#"{"allowed": false, "reason": "no-grant"}"#) == ["expected the reason no-grant, not validate"])
    #expect(
      try problems(#"{"allowed": false, "decidedBy": []}"#)
        == ["expected the deciding rules none, not validate /murals/$id/name/.validate at /murals/m1/name"])
    #expect(
      try problems(#"{"allowed": false, "allFailing": ["murals/m1"]}"#) == ["expected the failing places /murals/m1, not /murals/m1/name"])
    #expect(try problems(#"{"allowed": false, "allFailing": ["murals/m1/name"]}"#) == [])
  }

  @Test(
    "a file with a mistake is refused with its place",
    arguments: [
      ("[]", "1:1"), (#"{"cases": 1}"#, "1:11"), (#"{"cases": [1]}"#, "1:12"), (#"{"cases": [{"expect": {"allowed": true}}]}"#, "1:12"),
      (#"{"cases": [{"op": {"type": "erase", "path": "a"}, "expect": {"allowed": true}}]}"#, "1:19"),
      (#"{"cases": [{"op": {"type": "read", "path": "a#"}, "expect": {"allowed": true}}]}"#, "1:44"),
      (#"{"cases": [{"op": {"type": "read", "path": "a"}, "expect": {"allowed": 1}}]}"#, "1:72"),
      (#"{"cases": [{"auth": "$ann", "op": {"type": "read", "path": "a"}, "expect": {"allowed": true}}]}"#, "1:21"),
      (#"{"cases": [{"rules": {}, "op": {"type": "read", "path": "a"}, "expect": {"allowed": true}}]}"#, "1:22"),
      (#"{"cases": [{"data": {"a": {".sv": "x"}}, "op": {"type": "read", "path": "a"}, "expect": {"allowed": true}}]}"#, "1:21"),
      (#"{"cases": [{"op": {"type": "update", "path": "a", "value": {"b": 1, "b/c": 2}}, "expect": {"allowed": true}}]}"#, "1:19"),
    ])
  func mistakes(text: String, place: String) throws {
    let error = #expect(throws: RulesError.self) { try RulesTests(json: text) }
    #expect(error.map { "\($0)".hasPrefix(place + ": ") } == true, "\(error.map { "\($0)" } ?? "")")
  }

  @Test("conditions that were never true or never false are found")
  func coverage() throws {
    let rules = try SecurityRules(Self.rules)
    var coverage = RulesCoverage(of: rules)
    #expect(
      coverage.entries.map(\.condition) == [
        "auth != null && (!data.exists() || data.child('owner').val() === auth.uid)", "auth != null",
        "!data.exists() || data.child('owner').val() === auth.uid", "data.exists()", "data.child('owner').val() === auth.uid",
        "newData.isString()",
      ])
    #expect(coverage.entries.map(\.line) == [3, 3, 3, 3, 3, 4])
    #expect(coverage.coveredCount == 0)
    for test in try RulesTests(json: Self.cases).cases { _ = test.run(rules, noting: &coverage) }
    #expect(coverage.coveredCount == coverage.entries.count, "\(coverage.entries.filter { !$0.isCovered })")
    // The rules that a case brings along do not count.
    #expect(coverage.entries.map { $0.trueCount + $0.falseCount + $0.errorCount }.max() == 4)
  }

  @Test("a condition that cannot be evaluated counts as such")
  func errors() throws {
    let rules = try SecurityRules(#"{"rules": {".read": "auth.level > 3"}}"#)
    var coverage = RulesCoverage(of: rules)
    let tests = try RulesTests(
      json: #"{"cases": [{"auth": {"level": "x"}, "op": {"type": "read", "path": "/"}, "expect": {"allowed": false}}]}"#)
    for test in tests.cases { #expect(test.run(rules, noting: &coverage).passes) }
    #expect(coverage.entries.map(\.errorCount) == [1])
    #expect(coverage.entries.first?.description == "1:22: /.read: auth.level > 3: true 0, false 0, error 1")
  }
}
