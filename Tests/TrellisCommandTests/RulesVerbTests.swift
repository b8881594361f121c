import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Rules from a terminal: checked, explained, and asked by other verbs.
@Suite(.hangGuard, .waiting) struct RulesVerbTests {
  private let session: Session

  init() throws {
    session = try Session()
    try session.makeMurals()
    try session.write(
      """
      {"rules": {"artists": {".read": true, "$id": {
        ".write": "auth.uid === $id && newData.exists()",
        "name": {".validate": "newData.isString()"}}}}}
      """, to: "rules.json")
  }

  @Test("rules are checked")
  func check() throws {
    expect(try session.run("rules", "check", "rules.json"), "rules.json is sound\n")
    try session.write("{\"rules\": {\n  \".read\": \"tr\",\n  \".write\": true}}", to: "bad.json")
    expectFailure(try session.run("rules", "check", "bad.json"), 3, saying: "bad.json:2:13: Unknown variable 'tr'.")
    let warned = try session.run("rules", "check", "-", input: #"{"rules": {".read": true}}"#)
    #expect(warned.code == 0 && warned.output.hasPrefix("-:1:21: /.read: everybody may read"), "\(warned.output)")
    expectFailure(try session.run("rules", "check", "none.json"), 4, saying: "none.json")
    expectFailure(try session.run("rules", "check", "rules.json", "murals.db"), 2, saying: "one argument too many")
    expectFailure(try session.run("rules", "invent", "rules.json"), 2, saying: "check, explain, test, coverage, fmt")
  }

  @Test("a decision is explained, and nothing is written")
  func explain() throws {
    let denied = try session.run("rules", "explain", "rules.json", "murals.db", "artists/a1/name", "5", "--as", "a1")
    #expect(
      denied.code == 1 && denied.output.contains("DENIED by .validate") && denied.output.contains("newData.isString()"), "\(denied.output)")
    let allowed = try session.run(
      "rules", "explain", "rules.json", "murals.db", "artists/a1/name", "\"Annie\"", "--as", #"{"uid":"a1"}"#, "--json")
    #expect(allowed.code == 0 && allowed.output.contains(#""allowed":true"#), "\(allowed.output)")
    #expect(try session.run("rules", "explain", "rules.json", "murals.db", "artists", "-o", "name", "-n", "1").code == 0)
    #expect(try session.run("rules", "explain", "rules.json", "murals.db", "/").code == 1)
    #expect(
      try session.run("rules", "explain", "rules.json", "murals.db", "artists", #"{"a1/name":"x","a2/name":"y"}"#, "--update", "--as", "a1")
        .code == 1)
    expect(try session.run("get", "murals.db", "artists/a1/name"), "\"Ann\"\n")
    expectFailure(try session.run("rules", "explain", "rules.json", "murals.db"), 2, saying: "explain takes RULES")
    expectFailure(try session.run("rules", "explain", "rules.json", "murals.db", "a", "1", "--as", "{\"x\":1}"), 3, saying: "uid")
  }

  private static let cases = """
    {"cases": [
      {"id": "own", "note": "owners write", "auth": {"uid": "a1"},
       "op": {"type": "write", "path": "artists/a1/name", "value": "Ann"}, "expect": {"allowed": true}},
      {"id": "other", "auth": {"uid": "a<2"}, "op": {"type": "write", "path": "artists/a1/name", "value": "Ann"}, "expect": {"allowed": WHAT}}]}
    """

  @Test("cases are run; what fails is explained, for other tools in JUnit's form, too")
  func test() throws {
    try session.write(Self.cases.replacing("WHAT", with: "false"), to: "cases.json")
    expect(try session.run("rules", "test", "rules.json", "cases.json"), "2 cases, all as expected\n")
    try session.write(Self.cases.replacing("WHAT", with: "true"), to: "wrong.json")
    let failed = try session.run("rules", "test", "rules.json", "cases.json", "wrong.json", "--junit", "report.xml")
    #expect(failed.code == 1 && failed.output.hasSuffix("4 cases, 1 not as expected\n"), "\(failed.output)\(failed.errors)")
    #expect(failed.output.hasPrefix("wrong.json:4: FAILED other\n  expected it to be allowed, not denied\n  write /artists/a1/name"))
    let report = try XMLDocument(xmlString: try session.text("report.xml"))
    #expect(try report.nodes(forXPath: "/testsuites/testsuite").count == 2)
    #expect(try report.nodes(forXPath: "//testcase").count == 4)
    #expect(try report.nodes(forXPath: "//testcase/@name").first?.stringValue == "own: owners write")
    let failures = try report.nodes(forXPath: "//testcase[@line='4']/failure")
    #expect(failures.first?.stringValue?.contains("auth.uid \"a<2\": DENIED\n") == true)
    #expect(try report.nodes(forXPath: "/testsuites/@failures").first?.stringValue == "1")
    expectFailure(try session.run("rules", "test", "rules.json"), 2, saying: "files of cases")
    try session.write("{\"cases\": [1]}", to: "bad.json")
    expectFailure(try session.run("rules", "test", "rules.json", "bad.json"), 3, saying: "bad.json:1:12: An object")
  }

  @Test("conditions that cases leave out are listed")
  func coverage() throws {
    try session.write(Self.cases.replacing("WHAT", with: "false"), to: "cases.json")
    let answer = try session.run("rules", "coverage", "rules.json", "cases.json")
    #expect(answer.code == 0)
    #expect(
      answer.lines == [
        "rules.json:2:34: /artists/$id/.write: newData.exists(): true 1, false 0",
        "rules.json:3:26: /artists/$id/name/.validate: newData.isString(): true 1, false 0", "2 of 4 conditions were true and false",
      ], "\(answer.output)")
    let json = try session.run("rules", "coverage", "rules.json", "cases.json", "--json")
    #expect(json.lines.count == 4 && json.lines.last?.contains(#""condition":"newData.isString()","true":1,"false":0,"error":0}"#) == true)
  }

  @Test("rules are laid out: printed, in place, or looked at")
  func format() throws {
    try session.write("{\"rules\":{\".read\":true,}} // all\n", to: "ugly.json")
    let laidOut = "{\n  \"rules\": {\n    \".read\": true\n  }\n} // all\n"
    expect(try session.run("rules", "fmt", "ugly.json"), laidOut)
    let looked = try session.run("rules", "fmt", "ugly.json", "--only-check")
    #expect(looked.code == 1 && looked.errors.contains("--write"))
    expect(try session.run("rules", "fmt", "ugly.json", "--write"), "")
    #expect(try session.text("ugly.json") == laidOut)
    expect(try session.run("rules", "fmt", "ugly.json", "--only-check"), "")
    expect(try session.run("rules", "fmt", "-", input: "{}"), "{}\n")
    expectFailure(try session.run("rules", "fmt", "-", "--write", input: "{}"), 2, saying: "needs a file")
    expectFailure(try session.run("rules", "fmt", "-", input: "{"), 3, saying: "-:1:2")
  }

  @Test("data verbs ask rules when they are given some")
  func dataVerbs() throws {
    expect(try session.run("get", "murals.db", "artists/a1/name", "--rules", "rules.json"), "\"Ann\"\n")
    expectFailure(try session.run("get", "murals.db", "list", "--rules", "rules.json"), 8, saying: "DENIED", "no .read rule")
    expectFailure(
      try session.run("set", "murals.db", "artists/a1/name", "\"X\"", "--rules", "rules.json", "--as", "a2"), 8, saying: "DENIED")
    expect(try session.run("set", "murals.db", "artists/a1/name", "\"X\"", "--rules", "rules.json", "--as", "a1"), "")
    expectFailure(try session.run("remove", "murals.db", "artists/a1", "--rules", "rules.json", "--as", "a1"), 8, saying: "DENIED")
    expect(try session.run("get", "murals.db", "artists/a1/name"), "\"X\"\n")
    expectFailure(try session.run("get", "murals.db", "--as", "ann"), 2, saying: "--rules")
    expectFailure(try session.run("set", "new.db", "a", "1", "--create", "--rules", "rules.json"), 2, saying: "--create")
  }
}
