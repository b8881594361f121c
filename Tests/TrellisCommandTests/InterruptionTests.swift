import Foundation
import TestSupport
import Testing

/// Imports and exports that are interrupted: what was there stays, and nothing is left behind.
@Suite(.hangGuard, .waiting) struct InterruptionTests {
  private let session: Session

  init() throws {
    session = try Session()
    try session.makeMurals()
  }

  /// Begins an import, gives it so much that it reads straight into pages, and waits until it has taken that.
  private func beginImport(_ name: String, _ options: [String] = []) throws -> (Process, Pipe) {
    let process = try session.process(["import", name, "-"] + options)
    process.standardError = FileHandle.nullDevice
    let input = try process.start { process in
      let input = Pipe()
      process.standardInput = input
      return input
    }
    let lines = "{" + (0..<40_000).map { "\"k\($0)\":\"some forty characters of text for \($0)\"," }.joined()
    // A pipe holds 64 KB: when this returns, nearly all has been read.
    try input.fileHandleForWriting.write(contentsOf: Data(lines.utf8))
    return (process, input)
  }

  @Test(
    "an import that is interrupted or killed, although nothing comes any more, leaves the database as it was",
    arguments: [SIGINT, SIGTERM, SIGHUP, SIGKILL])
  func imports(_ signal: Int32) throws {
    let before = try session.run("export", "murals.db").output
    let (process, input) = try beginImport("murals.db")
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal ? process.terminationStatus == signal : process.terminationStatus == 128 + signal)
    try input.fileHandleForWriting.close()
    expect(try session.run("export", "murals.db"), before)
    expect(try session.run("check", "murals.db"), "murals.db is sound\n")
    expect(try session.run("set", "murals.db", "after", "1"), "")
    #expect(session.names == ["murals.db", "murals.json"])
  }

  @Test("a database that an import was to make is not made")
  func creating() throws {
    let (process, input) = try beginImport("new.db", ["--create"])
    process.interrupt()
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(session.names == ["murals.db", "murals.json"])
  }

  @Test("an export to a file that nobody reads on leaves the old file")
  func exports() throws {
    let text = "{" + (0..<200_000).map { "\"k\($0)\":\"some forty characters of text for \($0)\"," }.joined() + "\"z\":1}"
    try session.write(text, to: "large.json")
    try session.run("import", "murals.db", "large.json")
    try session.write("old", to: "out.json")
    // As soon as the file under the other name is there.
    let process = try session.process(["export", "murals.db", "-o", "out.json"])
    try process.start()
    while process.isRunning, !session.names.contains(where: { $0.hasSuffix(".part") }) {}
    process.interrupt()
    process.waitUntilExit()
    let isDone = process.terminationReason == .exit && process.terminationStatus == 0
    // A signal may also come between the last step and the end.
    let found = try session.text("out.json")
    #expect(found == text + "\n" || (found == "old" && !isDone))
    #expect(session.names == ["large.json", "murals.db", "murals.json", "out.json"])
  }

  @Test("who reads only the beginning of an answer gets it, and no complaint")
  func closedPipe() throws {
    let text = "{" + (0..<20_000).map { "\"k\($0)\":\"some forty characters of text for \($0)\"," }.joined() + "\"z\":1}"
    try session.write(text, to: "large.json")
    try session.run("import", "murals.db", "large.json")
    let answer = try session.shell("$trellis query murals.db / --keys | head -n 2")
    expect(answer, "k0\nk1\n")
  }
}
