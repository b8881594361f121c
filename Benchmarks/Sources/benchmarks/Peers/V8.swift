import Foundation

/// The JSON of V8, in a process of its own that measures itself, so that neither starting it nor moving text to it counts.
struct V8 {
  enum Operation: String { case parse, stringify }

  private struct Answer: Decodable { let ns: Double }

  private let node: URL
  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../Peers/json.js").standardizedFileURL

  /// Nil when there is no `node` to be found.
  static func find() -> V8? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let places = folders.map { URL(fileURLWithPath: String($0)).appendingPathComponent("node") }
    return places.first { FileManager.default.isExecutableFile(atPath: $0.path) }.map { V8(node: $0) }
  }

  /// Nanoseconds for one document.
  func measure(_ operation: Operation, of file: URL, _ length: Duration) throws -> Double {
    let process = Process()
    let output = Pipe()
    process.executableURL = node
    process.arguments = [Self.script.path, file.path, operation.rawValue, String(Int(length / .milliseconds(1)))]
    process.standardOutput = output
    try process.run()
    let answer = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return try JSONDecoder().decode(Answer.self, from: answer).ns
  }
}
