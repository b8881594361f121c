import Foundation
import TestSupport
import Testing

/// A terminal session: runs the tool as a process of its own, in a folder of its own.
final class Session: Sendable {
  struct Answer {
    let output: String
    let errors: String
    let code: Int32
    /// Whether a signal ended it; then `code` is its number.
    let isSignal: Bool

    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "trellis-session-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The tool lies beside the tests.
  static var executable: URL {
    get throws {
      let candidates = [CommandLine.arguments[0]] + Bundle.allBundles.map(\.bundlePath)
      let folders = candidates.map { URL(filePath: $0).deletingLastPathComponent() }
      let found = folders.map { $0.appending(path: "trellis") }.first { FileManager.default.isExecutableFile(atPath: $0.path) }
      return try #require(found, "trellis is not among the products in \(folders)")
    }
  }

  // MARK: Running

  /// A process that has not been started, with the session's folder as its own.
  func process(_ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = try Self.executable
    process.arguments = arguments
    process.currentDirectoryURL = folder
    return process
  }

  @discardableResult
  func run(_ arguments: String..., input: String = "") throws -> Answer { try run(arguments: arguments, input: input) }

  @discardableResult
  func run(arguments: [String], input: String = "") throws -> Answer { try answer(of: try process(arguments), input) }

  /// Runs words of a shell, with the tool as `$trellis`.
  @discardableResult
  func shell(_ script: String) throws -> Answer {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", script]
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(["trellis": try Self.executable.path]) { $1 }
    return try answer(of: process, "")
  }

  private func answer(of process: Process, _ input: String) throws -> Answer {
    let (stdin, stdout, stderr) = try process.start { process in
      let pipes = (Pipe(), Pipe(), Pipe())
      (process.standardInput, process.standardOutput, process.standardError) = pipes
      return pipes
    }
    // The pipes are full or empty whenever they like: each has a thread.
    let group = DispatchGroup()
    let errors = Collected()
    DispatchQueue(label: "errors").async(group: group) { errors.data = (try? stderr.fileHandleForReading.readToEnd()) ?? Data() }
    DispatchQueue(label: "input").async(group: group) {
      try? stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
      try? stdin.fileHandleForWriting.close()
    }
    let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
    group.wait()
    process.waitUntilExit()
    return Answer(
      output: String(decoding: output, as: UTF8.self), errors: String(decoding: errors.data, as: UTF8.self),
      code: process.terminationStatus, isSignal: process.terminationReason == .uncaughtSignal)
  }

  // MARK: Files

  func path(_ name: String) -> String { folder.appending(path: name).path }

  func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: folder.appending(path: name)) }

  func text(_ name: String) throws -> String { String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self) }

  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted() }

  /// A database of artists and murals.
  func makeMurals(_ name: String = "murals.db") throws {
    try write(
      #"{"artists":{"a1":{"country":"US","likes":3,"name":"Ann"},"a2":{"country":"FR","likes":7,"name":"Bob"},"a3":{"country":"US","likes":5,"name":"Cy"}},"list":["x","y"],"pinned":{".priority":2,".value":true}}"#,
      to: "murals.json")
    let made = try run("init", name, "--from", "murals.json")
    try #require(made.code == 0, "\(made.errors)")
  }
}

/// What a thread has read; whoever waits for its group may look at it.
///
/// Sendable: written by one thread before it leaves the group, read after that.
private final class Collected: @unchecked Sendable {
  var data = Data()
}

/// Expects an answer.
func expect(
  _ answer: Session.Answer, _ output: String, code: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(answer.output == output, "\(answer.errors)", sourceLocation: sourceLocation)
  #expect(answer.code == code && !answer.isSignal, "\(answer.errors)", sourceLocation: sourceLocation)
  if code == 0 { #expect(answer.errors == "", sourceLocation: sourceLocation) }
}

/// Expects that it ends with a code, writes nothing to standard output, and says certain words.
func expectFailure(
  _ answer: Session.Answer, _ code: Int32, saying words: String..., sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(answer.code == code && !answer.isSignal, "\(answer.errors)", sourceLocation: sourceLocation)
  #expect(answer.output == "", sourceLocation: sourceLocation)
  #expect(answer.errors.hasPrefix("trellis: "), "\(answer.errors)", sourceLocation: sourceLocation)
  for word in words { #expect(answer.errors.contains(word), "\(answer.errors)", sourceLocation: sourceLocation) }
}
