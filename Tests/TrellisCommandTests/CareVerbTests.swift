import Foundation
import TestSupport
import Testing

/// Verbs that look after files, each with good and bad input.
@Suite(.hangGuard, .waiting) struct CareVerbTests {
  private let session: Session

  init() throws { session = try Session() }

  @Test("init makes a database, and never touches one that is there")
  func initializing() throws {
    expect(try session.run("init", "new.db"), "")
    expect(try session.run("get", "new.db"), "null\n")
    expectFailure(try session.run("init", "new.db"), 8, saying: "there already")
    expectFailure(try session.run("init", "nowhere/new.db"), 7, saying: "no folder", "nowhere/new.db")
    try session.write("{\"a\":1", to: "bad.json")
    expectFailure(try session.run("init", "other.db", "--from", "bad.json"), 3, saying: "line 1, column 7")
    expectFailure(try session.run("init", "other.db", "--from", "none.json"), 4, saying: "none.json")
    #expect(session.names == ["bad.json", "new.db"])
  }

  @Test("check finds damage, and saves what can be read")
  func checking() throws {
    try session.makeMurals()
    expect(try session.run("check", "murals.db"), "murals.db is sound\n")
    expect(try session.run("check", "murals.db", "--json"), "")
    // More than a row, and no commits that would say what rows have lost.
    let artists = (0..<200).map { "{\"key\":\"k\($0)\",\"value\":\"some artist with number \($0)\"}\n" }.joined()
    try session.run("import", "murals.db", "-", "others", "--ndjson", input: artists)
    try session.run("compact", "murals.db")
    var bytes = try Data(contentsOf: session.folder.appending(path: "murals.db"))
    let place = try #require(bytes.range(of: Data("Bob".utf8)))
    bytes[place.lowerBound] = UInt8(ascii: "R")
    try bytes.write(to: session.folder.appending(path: "bad.db"))
    let problems = try session.run("check", "bad.db")
    #expect(problems.code == 1 && problems.lines.count == 1 && problems.output.contains("checksum"), "\(problems.output)")
    expectFailure(try session.run("get", "bad.db"), 6, saying: "bad.db", "--salvage")
    let saved = try session.run("check", "bad.db", "--salvage", "saved.db")
    #expect(saved.code == 1 && saved.errors.contains("1 could not be read"), "\(saved.errors)")
    expect(try session.run("check", "saved.db"), "saved.db is sound\n")
    expectFailure(try session.run("check", "none.db"), 4, saying: "none.db")
  }

  @Test("compact gives room back")
  func compacting() throws {
    let large = "{" + (0..<20_000).map { "\"k\($0)\":\"some forty characters of text for \($0)\"," }.joined() + "\"z\":1}"
    try session.write(large, to: "large.json")
    try session.run("init", "murals.db", "--from", "large.json")
    try session.run("set", "murals.db", "/", "{\"a\":1}")
    let answer = try session.run("compact", "murals.db")
    #expect(answer.code == 0 && answer.output.hasSuffix(" KB now\n"), "\(answer.output)")
    #expect(try Data(contentsOf: session.folder.appending(path: "murals.db")).count < 50_000)
    expect(try session.run("get", "murals.db"), "{\"a\":1}\n")
    expectFailure(try session.run("compact", "none.db"), 4, saying: "none.db")
  }

  @Test("backup copies to a new file only")
  func backup() throws {
    try session.makeMurals()
    expect(try session.run("backup", "murals.db", "copy.db"), "")
    expect(try session.run("diff", "murals.db", "copy.db"), "")
    try session.shell("chmod 600 murals.db; $trellis backup murals.db private.db")
    expect(try session.shell("stat -c %a private.db 2> /dev/null || stat -f %Lp private.db"), "600\n")
    expectFailure(try session.run("backup", "murals.db", "copy.db"), 8, saying: "there already")
    expectFailure(try session.run("backup", "murals.db", "nowhere/copy.db"), 7, saying: "nowhere/copy.db")
    expectFailure(try session.run("backup", "none.db", "copy2.db"), 4, saying: "none.db")
  }
}
