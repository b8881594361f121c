import Foundation
import TestSupport
import Testing

/// Verbs that look into a database, each with good and bad input.
@Suite(.hangGuard, .waiting) struct ReadingVerbTests {
  private let session: Session

  init() throws {
    session = try Session()
    try session.makeMurals()
  }

  @Test("get prints JSON, on one line or laid out, with priorities or without, whole or shallow")
  func get() throws {
    expect(try session.run("get", "murals.db", "artists/a1"), #"{"country":"US","likes":3,"name":"Ann"}"# + "\n")
    expect(try session.run("get", "murals.db", "/artists/a1/likes"), "3\n")
    expect(try session.run("get", "murals.db", "nothing"), "null\n")
    expect(try session.run("get", "murals.db", "nothing", "--exists"), "null\n", code: 1)
    expect(try session.run("get", "-e", "murals.db", "list"), #"["x","y"]"# + "\n")
    expect(try session.run("get", "murals.db", "list", "-x"), #"{"0":"x","1":"y"}"# + "\n")
    expect(try session.run("get", "murals.db", "pinned", "--priorities"), #"{".value":true,".priority":2}"# + "\n")
    expect(try session.run("get", "murals.db", "--shallow"), #"{"artists":true,"list":true,"pinned":true}"# + "\n")
    expect(try session.run("get", "murals.db", "pinned", "-s"), "true\n")
    expect(try session.run("get", "murals.db", "artists/a1/name", "--raw"), "Ann\n")
    expect(try session.run("get", "murals.db", "artists/a1/likes", "-r"), "3\n")
    expect(
      try session.run("get", "murals.db", "artists/a1", "--pretty"), "{\n  \"country\": \"US\",\n  \"likes\": 3,\n  \"name\": \"Ann\"\n}\n")
  }

  @Test("get with bad input")
  func badGet() throws {
    expectFailure(try session.run("get", "none.db"), 4, saying: "none.db", "trellis init")
    expectFailure(try session.run("get"), 2, saying: "DB is missing", "usage: trellis get")
    expectFailure(try session.run("get", "murals.db", "a.b"), 3, saying: "a.b")
    expectFailure(try session.run("get", "murals.db", "a", "b"), 2, saying: "\"b\" is one argument too many")
    expectFailure(try session.run("get", "https://example.org"), 2, saying: "server")
    try session.write(
      "no database, and more than a header of one hundred bytes has to be there to be sure of that, so it goes on", to: "text.db")
    expectFailure(try session.run("get", "text.db"), 6, saying: "text.db")
    #expect(session.names == ["murals.db", "murals.json", "text.db"], "reading leaves nothing behind")
  }

  @Test("query finds children in order: every ordering, bound and limit")
  func query() throws {
    func keys(_ options: String...) throws -> [String] {
      let process = try session.run(arguments: ["query", "murals.db", "artists", "--keys"] + options)
      #expect(process.code == 0, "\(process.errors)")
      return process.lines
    }
    #expect(try keys() == ["a1", "a2", "a3"])
    #expect(try keys("-o", "likes") == ["a1", "a3", "a2"])
    #expect(try keys("-o", "likes", "--last", "2") == ["a3", "a2"])
    #expect(try keys("-o", "likes", "-n", "1") == ["a1"])
    #expect(try keys("-o", "likes", "--start-at", "5") == ["a3", "a2"])
    #expect(try keys("-o", "likes", "--start-after=5") == ["a2"])
    #expect(try keys("-o", "likes", "--end-at", "5") == ["a1", "a3"])
    #expect(try keys("-o", "likes", "--end-before", "5") == ["a1"])
    #expect(try keys("-o", "country", "--equal-to", "US") == ["a1", "a3"])
    #expect(try keys("-o", "country", "--equal-to", "US", "--key", "a3") == ["a3"])
    #expect(try keys("-o", "key", "--start-at", "a2") == ["a2", "a3"])
    #expect(try keys("-o", "name", "--equal-to", "\"Cy\"") == ["a3"])
    expect(try session.run("query", "murals.db", "list", "-o", "value", "--equal-to", "y"), "1\t\"y\"\n")
    expect(
      try session.run("query", "murals.db", "artists", "-n1", "--json"),
      #"{"key":"a1","value":{"country":"US","likes":3,"name":"Ann"}}"# + "\n")
    expect(
      try session.run("query", "murals.db", "/", "-o", "priority", "--equal-to", "2", "-x"), "pinned\t{\".value\":true,\".priority\":2}\n")
    expect(
      try session.run("query", "murals.db", "artists", "-o", "likes", "--explain"),
      "/artists by likes: scan; 3 of 3 children visited, 3 found\n")
    let plan = try session.run("query", "murals.db", "artists", "-o", "key", "-n", "2", "--explain", "--json")
    expect(plan, #"{"strategy":"key order","visited":2,"count":3,"found":2,"advice":null}"# + "\n")
  }

  @Test("query with bad input")
  func badQuery() throws {
    expectFailure(try session.run("query", "murals.db"), 2, saying: "PATH is missing")
    expectFailure(try session.run("query", "murals.db", "artists", "--start-at", "1", "--equal-to", "2"), 3, saying: "this is no query")
    expectFailure(
      try session.run("query", "murals.db", "artists", "--first", "0"), 2, saying: "--first takes a whole number from 1 on, not 0")
    expectFailure(try session.run("query", "murals.db", "artists", "--first", "1", "--last", "1"), 3, saying: "this is no query")
    expectFailure(try session.run("query", "murals.db", "artists", "-o", "a.b"), 3, saying: "a.b", "trellis keys encode")
    expectFailure(try session.run("query", "murals.db", "artists", "-k", "a1"), 2, saying: "--start-at")
    expectFailure(try session.run("query", "murals.db", "artists", "--order-by"), 2, saying: "--order-by needs ORDER")
    expectFailure(try session.run("query", "murals.db", "artists", "--keys=1"), 2, saying: "--keys takes no value")
    expectFailure(try session.run("query", "murals.db", "artists", "--first", "1", "-n", "2"), 2, saying: "--first is there twice")
  }

  @Test("log prints recent commits; those of an import are one")
  func log() throws {
    try session.run("set", "murals.db", "artists/a1/likes", "4")
    try session.run("update", "murals.db", "/", #"{"artists/a2":null,"new":1}"#)
    let log = try session.run("log", "murals.db", "--last", "2")
    #expect(log.lines.count == 5 && log.lines[0].hasPrefix("commit 2  20"), "\(log.output)")
    #expect(log.lines[1] == "  /artists/a1/likes = 4" && log.lines[3] == "  /artists/a2 removed" && log.lines[4] == "  /new = 1")
    let json = try session.run("log", "murals.db", "--since", "1", "--json")
    #expect(json.lines.count == 2)
    #expect(
      json.lines[0].hasPrefix(#"{"number":2,"milliseconds":1"#)
        && json.lines[0].hasSuffix(#""changes":[{"path":"/artists/a1/likes","value":4}]}"#))
    expect(try session.run("log", "murals.db", "--since", "3"), "")
    try session.run("compact", "murals.db")
    expect(try session.run("log", "murals.db"), "")
    expectFailure(try session.run("log", "murals.db", "--since", "1"), 4, saying: "from number 4 on")
    expectFailure(try session.run("log", "murals.db", "--since", "x"), 2, saying: "--since")
    expectFailure(try session.run("log", "murals.db", "--since", "1", "--last", "2"), 2, saying: "take one")
  }

  @Test("stats counts what is there")
  func stats() throws {
    let json = try session.run("stats", "murals.db", "--json", "--top", "2", "--depth", "1")
    let exported = try session.run("export", "murals.db", "artists").output.utf8.count - 1
    #expect(json.output.hasPrefix(#"{"path":"/","nodes":18,"leaves":12,"#), "\(json.output)")
    #expect(
      json.output.contains(#""biggest":[{"path":"/artists","nodes":13,"bytes":\#(exported)},{"path":"/list","nodes":3,"bytes":17}]"#),
      "\(json.output)")
    let text = try session.run("stats", "murals.db")
    #expect(text.output.contains("18, of which 12 have values") && text.output.contains("/artists/a1"))
    expectFailure(try session.run("stats", "murals.db", "--depth", "0"), 2, saying: "--depth")
  }

  @Test("diff says what differs, and whether anything does")
  func diff() throws {
    try session.run("backup", "murals.db", "old.db")
    expect(try session.run("diff", "old.db", "murals.db"), "")
    try session.run("update", "murals.db", "/", #"{"artists/a1/likes":4,"artists/a2":null,"new":"n"}"#)
    try session.run("set", "murals.db", "pinned", "true", "--priority", "3")
    expect(
      try session.run("diff", "old.db", "murals.db"),
      """
      - /artists/a1/likes 3
      + /artists/a1/likes 4
      - /artists/a2 {"country":"FR","likes":7,"name":"Bob"}
      + /new "n"
      - /pinned priority 2
      + /pinned priority 3

      """, code: 1)
    expect(
      try session.run("diff", "old.db", "murals.db", "artists/a1", "--json"), #"{"path":"/artists/a1/likes","a":3,"b":4}"# + "\n", code: 1)
    expect(try session.run("diff", "old.db", "murals.db", "artists/a3"), "")
    expectFailure(try session.run("diff", "old.db", "none.db"), 4, saying: "none.db")
    expectFailure(try session.run("diff", "old.db"), 2, saying: "B is missing")
  }
}
