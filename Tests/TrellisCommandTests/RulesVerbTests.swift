import TestSupport
import Testing

/// Rules from a terminal: checked, explained, and asked by other verbs.
@Suite(.hangGuard) struct RulesVerbTests {
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
    expectFailure(try session.run("rules", "invent", "rules.json"), 2, saying: "check, explain")
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
