import TestSupport
import Testing

/// Verbs that write, each with good and bad input.
@Suite(.hangGuard, .waiting) struct WritingVerbTests {
  private let session: Session

  init() throws {
    session = try Session()
    try session.makeMurals()
  }

  @Test("set replaces, from an argument or from standard input")
  func set() throws {
    expect(try session.run("set", "murals.db", "artists/a1", #"{"name":"Annie"}"#), "")
    expect(try session.run("get", "murals.db", "artists/a1"), "{\"name\":\"Annie\"}\n")
    expect(try session.run("set", "murals.db", "n", "-5", "--json"), "{\"commit\":3}\n")
    expect(try session.run("set", "murals.db", "t", "-", input: " [1, 2.5]\n"), "")
    expect(try session.run("set", "murals.db", "word", "--text", "5"), "")
    expect(try session.run("set", "murals.db", "p", "1", "--priority", "first"), "")
    expect(try session.run("set", "murals.db", "n", #"{".sv":{"increment":2}}"#), "")
    expect(try session.run("set", "murals.db", "--", "-P7", "true"), "")
    expect(try session.run("set", "murals.db", "list", "null"), "")
    expect(
      try session.run("export", "murals.db"),
      #"{"-P7":true,"artists":{"a1":{"name":"Annie"},"a2":{"country":"FR","likes":7,"name":"Bob"},"a3":{"country":"US","likes":5,"name":"Cy"}},"#
        + #""n":-3,"p":{".value":1,".priority":"first"},"pinned":{".value":true,".priority":2},"t":{"0":1,"1":2.5},"word":"5"}"# + "\n")
  }

  @Test("set with bad input changes nothing")
  func badSet() throws {
    expectFailure(try session.run("set", "murals.db", "a", "hello"), 3, saying: "line 1, column 1", "--text")
    expectFailure(try session.run("set", "murals.db", "a", #"{"b":1"#), 3, saying: "column 7")
    expectFailure(try session.run("set", "murals.db", "a#b", "1"), 3, saying: "a#b")
    expectFailure(try session.run("set", "murals.db", ".info/x", "1"), 3, saying: ".info")
    expectFailure(try session.run("set", "murals.db", "a"), 2, saying: "VALUE is missing")
    expectFailure(try session.run("set", "murals.db", "-P7", "1"), 2, saying: "goes behind --")
    expectFailure(try session.run("set", "none.db", "a", "1"), 4, saying: "none.db")
    expectFailure(try session.run("set", "murals.db", "a", "1", "--priority", "[1]"), 3, saying: "priority")
    expectFailure(try session.run("set", "murals.db", "", "1"), 2, saying: "/ stands for all of it")
    expectFailure(try session.run("set", "nowhere/new.db", "a", "1", "--create"), 7, saying: "no folder")
    expectFailure(try session.run("set", ".", "a", "1"), 7, saying: "is a folder")
    expect(try session.run("set", "new.db", "a", "1", "--create"), "")
    expect(try session.run("get", "new.db"), "{\"a\":1}\n")
    #expect(session.names == ["murals.db", "murals.json", "new.db"])
  }

  @Test("update changes some places at once, or none")
  func update() throws {
    expect(try session.run("update", "murals.db", "artists", #"{ "a1/likes" : 4, "a2":null, "a4/deep/er":[1] }"#, "-j"), "{\"commit\":2}\n")
    expect(
      try session.run("get", "murals.db", "artists"),
      #"{"a1":{"country":"US","likes":4,"name":"Ann"},"a3":{"country":"US","likes":5,"name":"Cy"},"a4":{"deep":{"er":[1]}}}"# + "\n")
    expectFailure(try session.run("update", "murals.db", "artists", #"{"a1":1,"a1/b":2}"#), 3, saying: "a1")
    expectFailure(try session.run("update", "murals.db", "artists", "[1]"), 3, saying: "object")
    expectFailure(try session.run("update", "murals.db", "/", #"{"":7}"#), 3, saying: "empty")
    expectFailure(try session.run("update", "murals.db", "/", #"{"/":null}"#), 3, saying: "empty")
    expectFailure(try session.run("update", "murals.db", "artists", #"{"a1":}"#), 3, saying: "JSON")
    expectFailure(try session.run("update", "murals.db", "artists", #"{"a1":1,"a.b":2}"#), 3, saying: "a.b")
    expect(try session.run("get", "murals.db", "artists/a1/likes"), "4\n")
  }

  @Test("push prints the key; keys sort as they were made")
  func push() throws {
    let first = try session.run("push", "murals.db", "comments", #"{"text":"Great!"}"#)
    let second = try session.run("push", "murals.db", "comments", "Greater", "--text", "--json")
    #expect(first.code == 0 && first.lines[0].utf8.count == 20)
    #expect(second.output.hasPrefix(#"{"key":"-"#))
    #expect(try session.run("query", "murals.db", "comments", "--keys").lines.first == first.lines[0])
    expectFailure(try session.run("push", "murals.db", "comments", "null"), 3, saying: "keys new")
  }

  @Test("remove deletes, also what is not there")
  func remove() throws {
    expect(try session.run("remove", "murals.db", "artists"), "")
    expect(try session.run("remove", "murals.db", "artists", "--json"), "{\"commit\":3}\n")
    expect(try session.run("get", "murals.db", "artists"), "null\n")
    expectFailure(try session.run("remove", "murals.db"), 2, saying: "PATH is missing")
    expectFailure(try session.run("remove", "murals.db", "a[b"), 3, saying: "a[b")
    expectFailure(try session.run("remove", "murals.db", "list/"), 2, saying: "ends with /")
    expect(try session.run("get", "murals.db", "list"), "[\"x\",\"y\"]\n")
  }

  @Test("writers wait for one another when they are asked to")
  func waiting() throws {
    let answer = try session.shell(
      "for i in 1 2 3 4 5 6; do $trellis set murals.db n/$i $i --wait 300 & done; wait; $trellis get murals.db n")
    expect(answer, "[null,1,2,3,4,5,6]\n")
  }

  @Test("what is done and cannot be told is done")
  func untold() throws {
    let answer = try session.shell("$trellis push murals.db told 1 > /dev/full")
    #expect(answer.code == 7 && answer.errors.contains("what was asked for is done"), "\(answer.errors)")
    #expect(try session.run("query", "murals.db", "told").lines.count == 1)
  }
}
