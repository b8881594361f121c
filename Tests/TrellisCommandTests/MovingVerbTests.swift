import TestSupport
import Testing

/// Verbs that move data in and out, each with good and bad input.
@Suite(.hangGuard, .waiting) struct MovingVerbTests {
  private let session: Session

  init() throws {
    session = try Session()
    try session.makeMurals()
  }

  private static let whole =
    #"{"artists":{"a1":{"country":"US","likes":3,"name":"Ann"},"a2":{"country":"FR","likes":7,"name":"Bob"},"a3":{"country":"US","likes":5,"name":"Cy"}},"list":{"0":"x","1":"y"},"pinned":{".value":true,".priority":2}}"#

  @Test("export writes all there is; import gives the same tree")
  func roundTrip() throws {
    expect(try session.run("export", "murals.db"), Self.whole + "\n")
    expect(try session.run("export", "murals.db", "list", "--plain"), "[\"x\",\"y\"]\n")
    expect(try session.run("export", "murals.db", "list", "--pretty"), "{\n  \"0\": \"x\",\n  \"1\": \"y\"\n}\n")
    expect(try session.run("export", "murals.db", "--shallow"), "{\"artists\":true,\"list\":true,\"pinned\":true}\n")
    expect(try session.run("export", "murals.db", "--output", "out.json"), "")
    #expect(try session.text("out.json") == Self.whole + "\n")
    expect(try session.run("import", "copy.db", "out.json", "--create"), "")
    expect(try session.run("diff", "murals.db", "copy.db"), "")
    expect(try session.run("import", "copy.db", "-", "artists/a1", "--json", input: #"{"name":"Annie"}"#), "{\"commit\":2}\n")
    expect(try session.run("get", "copy.db", "artists/a1"), "{\"name\":\"Annie\"}\n")
    let piped = try session.shell("$trellis export murals.db | $trellis import copy.db - && $trellis diff murals.db copy.db")
    expect(piped, "")
    #expect(session.names == ["copy.db", "murals.db", "murals.json", "out.json"])
  }

  @Test("lines go out and come in, with their keys or with new ones")
  func lines() throws {
    let lines = try session.run("export", "murals.db", "artists", "--ndjson")
    #expect(lines.lines.count == 3 && lines.lines[1] == #"{"key":"a2","value":{"country":"FR","likes":7,"name":"Bob"}}"#)
    expect(try session.run("import", "murals.db", "-", "copy", "--ndjson", input: lines.output), "")
    #expect(try session.run("get", "murals.db", "copy").output == session.run("get", "murals.db", "artists").output)
    let spaced = "\n { \"key\" : \"k\\u0031\", \"value\" : [ 1, \"}\" ] } \r\n\n{\"key\":\"k2\",\"value\":{\".value\":1,\".priority\":2}}"
    expect(try session.run("import", "murals.db", "-", "copy", "--ndjson", input: spaced), "")
    expect(try session.run("get", "murals.db", "copy", "-x"), #"{"k1":{"0":1,"1":"}"},"k2":{".value":1,".priority":2}}"# + "\n")
    expect(try session.run("import", "murals.db", "-", "pushed", "--push-keys", input: "1\n{\"a\":2}\n\n\"three\"\n"), "")
    #expect(try session.run("query", "murals.db", "pushed").lines.map { $0.split(separator: "\t")[1] } == ["1", "{\"a\":2}", "\"three\""])
    for option in ["--push-keys", "--ndjson"] {
      expectFailure(try session.run("import", "murals.db", "-", "pushed", option, input: "\n"), 3, saying: "trellis remove")
    }
    #expect(try session.run("get", "murals.db", "pushed").output != "null\n")
    expectFailure(try session.run("export", "murals.db", "pinned", "--ndjson"), 3, saying: "leave --ndjson out")
  }

  @Test("imports that are wrong change nothing and say where")
  func badImports() throws {
    func refuse(_ text: String, _ options: [String] = [], _ words: String..., sourceLocation: SourceLocation = #_sourceLocation) throws {
      try session.write(text, to: "bad.json")
      let answer = try session.run(arguments: ["import", "murals.db", "bad.json"] + options)
      #expect(answer.code == 3 && answer.output == "", "\(answer.errors)", sourceLocation: sourceLocation)
      for word in words { #expect(answer.errors.contains(word), "\(answer.errors)", sourceLocation: sourceLocation) }
    }
    try refuse("{\"a\":{\n  \"b\": tru }}", [], "line 2, column 8", "/a/b")
    try refuse("{\"a\":1} x", [], "line 1, column 9")
    try refuse("{\"a\":{\".sv\":\"timestamp\"}}", [], ".sv")
    try refuse("{\"a.b\":1}", [], "a.b")
    try refuse("{\"a\":1,\"a\":2}", ["--unique-keys"], "/a")
    try refuse("", [], "line 1")
    try refuse("{\"key\":\"a\",\"value\":1}\n{\"key\":\"b\",\"value\":tru}", ["--ndjson"], "line 2, column 20", "/b")
    try refuse("{\"value\":1,\"key\":\"a\"}", ["--ndjson"], "line 1", "--push-keys")
    try refuse("{\"key\":\"a\",\"value\":1}\n[1]", ["--ndjson"], "line 2")
    try refuse("1\ntru\n", ["--push-keys"], "line 2")
    try refuse("1,\"admin\":true\n", ["--push-keys"], "line 1")
    try refuse("{\"a\":1\n2}\n", ["--push-keys"], "line 1")
    // Large enough to be read straight into pages.
    let large = "{" + (0..<40_000).map { "\"k\($0)\":\"some forty characters of text for \($0)\"," }.joined()
    try refuse(large + "\"x\":tru}", [], "/x")
    expectFailure(try session.run("import", "murals.db", "none.json"), 4, saying: "none.json")
    expectFailure(try session.run("import", "none.db", "murals.json"), 4, saying: "none.db")
    expectFailure(try session.run("import", "murals.db", "murals.json", "--ndjson", "--push-keys"), 2, saying: "choose one")
    expectFailure(try session.run("import", "new.db", "bad.json", "--create"), 3)
    expect(try session.run("export", "murals.db"), Self.whole + "\n")
    #expect(session.names == ["bad.json", "murals.db", "murals.json"])
  }

  @Test("large imports and exports show how far they are")
  func progress() throws {
    let large = "{" + (0..<60_000).map { "\"k\($0)\":\"some forty characters of text for \($0)\"," }.joined() + "\"z\":1}"
    try session.write(large, to: "large.json")
    let imported = try session.run("import", "murals.db", "large.json", "big", "--progress")
    #expect(imported.code == 0 && imported.errors.contains("imported 3") && imported.errors.contains("MB/s"), "\(imported.errors)")
    let exported = try session.run("export", "murals.db", "big", "-o", "out.json", "--progress")
    #expect(exported.errors.contains("exported 3") && exported.output == "", "\(exported.errors)")
    #expect(try session.text("out.json").utf8.count == large.utf8.count + 1)
    expectFailure(try session.run("export", "murals.db", "-o", "nowhere/out.json"), 7, saying: "nowhere/out.json")
  }

  @Test("an export goes through links and to devices, keeps who may read it, and never replaces a database")
  func targets() throws {
    try session.shell("umask 022; echo old > real.json; chmod 600 real.json; ln -s real.json link.json; $trellis init other.db")
    expect(try session.run("export", "murals.db", "list", "-o", "link.json"), "")
    expect(
      try session.shell("cat real.json; stat -c %a real.json 2> /dev/null || stat -f %Lp real.json; readlink link.json"),
      "{\"0\":\"x\",\"1\":\"y\"}\n600\nreal.json\n")
    expect(try session.run("export", "murals.db", "-o", "/dev/null"), "")
    expect(
      try session.shell("test -c /dev/null && mkfifo pipe && (cat pipe > got & $trellis export murals.db list -o pipe; wait; cat got)"),
      "{\"0\":\"x\",\"1\":\"y\"}\n")
    for name in ["murals.db", "./murals.db", "other.db"] {
      expectFailure(try session.run("export", "murals.db", "-o", name), 8, saying: "is a database")
    }
    expect(try session.run("check", "murals.db"), "murals.db is sound\n")
  }

  @Test("what is no text is refused wherever it comes from")
  func notText() throws {
    let bytes = "printf '\"\\xff\"'"
    for command in ["set murals.db x -", "set murals.db x --text -", "push murals.db x -", "import murals.db - x", "keys encode -"] {
      #expect(try session.shell("\(bytes) | $trellis \(command)").code == 3, "\(command)")
    }
    expectFailure(try session.shell("$trellis set murals.db $'\\xff' 1"), 3, saying: "argument 3 is not UTF-8")
    expect(try session.run("get", "murals.db", "x"), "null\n")
  }

  @Test("a recorded log, replayed on a new database, gives the same tree")
  func replay() throws {
    try session.run("set", "a.db", "artists/a1", #"{"name":"Ann","n":1.0}"#, "--create")
    try session.run("update", "a.db", "/", #"{"artists/a1/n":2,"x/y":"é\n"}"#)
    try session.run("set", "a.db", "p", "1", "--priority", "3")
    try session.run("remove", "a.db", "x")
    try session.run("set", "a.db", "time", #"{".sv":"timestamp"}"#)
    let log = try session.run("log", "a.db", "--since", "0", "--json")
    #expect(log.lines.count == 5)
    try session.write(log.output, to: "log.ndjson")
    expect(try session.run("replay", "b.db", "log.ndjson", "--create"), "replayed 5 commits; the last is 5\n")
    expect(try session.run("diff", "a.db", "b.db"), "")
    expect(try session.run("replay", "b.db", "log.ndjson", "--json"), "{\"replayed\":0,\"commit\":5}\n")
    try session.run("set", "a.db", "late", "true")
    expect(try session.shell("$trellis log a.db --last 1 --json | $trellis replay b.db -"), "replayed 1 commits; the last is 6\n")
    expect(try session.run("diff", "a.db", "b.db"), "")
  }

  @Test("a log that does not fit is refused with its line")
  func badReplay() throws {
    try session.run("set", "a.db", "n", "1", "--create")
    expectFailure(
      try session.run("replay", "a.db", "-", input: "{\"number\":3,\"changes\":[{\"path\":\"/n\",\"value\":3}]}"), 3, saying: "line 1",
      "2 is next")
    expectFailure(try session.run("replay", "a.db", "-", input: "\n[]"), 3, saying: "line 2")
    expectFailure(
      try session.run("replay", "a.db", "-", input: "{\"number\":2,\"changes\":[{\"path\":\"/n\"}]}"), 3, saying: "line 1", "/n")
    expectFailure(try session.run("replay", "a.db", "-", input: "{\"number\":2,\"changes\":[{\"path\":\"/n\",\"value\":tru}]}"), 3)
    expectFailure(try session.run("replay", "a.db", "none"), 4, saying: "none")
    expect(try session.run("get", "a.db"), "{\"n\":1}\n")
  }
}
