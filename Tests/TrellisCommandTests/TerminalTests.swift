import Foundation
import TestSupport
import Testing

/// On a terminal: colours, JSON over lines, progress.
@Suite(.hangGuard, .waiting) struct TerminalTests {
  private let session: Session

  init() throws {
    session = try Session()
    try session.makeMurals()
  }

  /// Runs the tool on a pseudo-terminal, which `script` makes, and answers what that shows.
  private func onTerminal(_ command: String, environment: String = "") throws -> (shown: String, code: Int32) {
    #if os(Linux)
      let script = "script -qec \"$trellis \(command)\" /dev/null"
    #else
      let script = "script -q /dev/null $trellis \(command)"
    #endif
    let answer = try session.shell("TERM=xterm NO_COLOR= \(environment) \(script) < /dev/null")
    return (answer.output.replacingOccurrences(of: "\r\n", with: "\n"), answer.code)
  }

  @Test("JSON is laid out, with colours, unless they are not wanted")
  func colours() throws {
    let coloured = try onTerminal("get murals.db artists/a1")
    #expect(
      coloured.shown
        == "{\n  \u{1B}[36m\"country\"\u{1B}[0m: \"US\",\n  \u{1B}[36m\"likes\"\u{1B}[0m: 3,\n  \u{1B}[36m\"name\"\u{1B}[0m: \"Ann\"\n}\n")
    let plain = try onTerminal("get murals.db artists/a1/name", environment: "NO_COLOR=1")
    #expect(plain.shown == "\"Ann\"\n" && plain.code == 0)
    #expect(try onTerminal("get murals.db list --compact", environment: "TERM=dumb").shown == "[\"x\",\"y\"]\n")
    let failed = try onTerminal("get none.db")
    #expect(failed.shown.hasPrefix("\u{1B}[31mtrellis:\u{1B}[0m there is no file none.db") && failed.code == 4)
  }

  @Test("an import shows in one line how far it is")
  func progress() throws {
    let text = "{" + (0..<60_000).map { "\"k\($0)\":\"some forty characters of text for \($0)\"," }.joined() + "\"z\":1}"
    try session.write(text, to: "large.json")
    let shown = try onTerminal("import murals.db large.json").shown
    #expect(shown.contains("\r") && shown.contains("MB/s\u{1B}[K\n") && shown.contains("writing it to the file"), "\(shown)")
  }
}
