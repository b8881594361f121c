import Foundation
import TestSupport
import Testing
import TrellisDatabase
import TrellisSQLite
import TrellisTree
import VectorSupport

/// A process that writes is killed at any moment: what it was told is there, the rest is whole or absent.
///
/// `TRELLIS_CRASH_ROUNDS` says how often (`make crash ROUNDS=…`).
@Suite(.timeLimit(.minutes(60)), .serialized, .waiting) struct CrashTests {
  private static let rounds = Int(ProcessInfo.processInfo.environment["TRELLIS_CRASH_ROUNDS"] ?? "") ?? 100

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("killed while writing", arguments: ["normal", "full"])
  func killed(_ durability: String) async throws {
    var random = SeededRandom.announced("crash \(durability)")
    var commits: Int64 = 0
    var acknowledged: [Int: Int64] = [:]
    for round in 0..<(Self.rounds / 2) {
      let lines = try Writer(folder.path(), durability).killed(afterLines: 1 + random.below(40), microseconds: random.below(3000))
      for (task, number) in lines {
        acknowledged[task] = max(acknowledged[task] ?? 0, number)
        commits += 1
      }
      let isChecked = round % 10 == 9
      if isChecked { #expect(try await DatabaseFile(at: folder.path()).check() == [], "round \(round), seed \(random.seed)") }
      let database = try await Database.open(at: folder.path(), durability: .normal)
      for (task, number) in acknowledged {
        let key = TreeKey(task)
        let found = try await database.get(TreePath(["n", key])).int ?? 0
        #expect(
          found == number || found == number + 1, "task \(task) was told \(number), found \(found), round \(round), seed \(random.seed)")
        #expect(try await database.get(TreePath(["a", key])).int == found, "half a commit, round \(round), seed \(random.seed)")
        acknowledged[task] = found
      }
      let number = try await database.commitNumber()
      #expect(number >= commits, "round \(round), seed \(random.seed)")
      commits = number
      let left = try await database.get("left")
      #expect(left.count != 1, "half of what was left, round \(round), seed \(random.seed)")
      if random.chance(percent: 50) { try await database.close() }
    }
    #expect(commits > Int64(Self.rounds))
  }

  @Test("twenty thousand writes by a process that may have 64 open files")
  func fewOpenFiles() async throws {
    let writer = Process()
    writer.executableURL = URL(filePath: "/bin/sh")
    writer.arguments = ["-c", "ulimit -n 64; exec \"$0\" \"$1\" normal 20000", try Writer.executable.path, folder.path()]
    let pipe = try writer.start { writer in
      let pipe = Pipe()
      writer.standardOutput = pipe
      return pipe
    }
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    writer.waitUntilExit()
    #expect(writer.terminationStatus == 0)
    #expect(String(decoding: output, as: UTF8.self) == "done\n")
    let database = try await Database.open(at: folder.path())
    // What was left when its connection ended is a commit, too.
    #expect(try await 20_000...20_001 ~= database.commitNumber())
  }
}

/// A process that writes, and says what it was told.
private struct Writer {
  private let process = Process()
  private let output: Pipe

  /// The program lies beside the tests.
  static var executable: URL {
    get throws {
      let candidates = [CommandLine.arguments[0]] + Bundle.allBundles.map(\.bundlePath)
      let folders = candidates.map { URL(filePath: $0).deletingLastPathComponent() }
      let found = folders.map { $0.appending(path: "crash-writer") }.first { FileManager.default.isExecutableFile(atPath: $0.path) }
      return try #require(found, "crash-writer is not among the products in \(folders)")
    }
  }

  init(_ path: String, _ durability: String) throws {
    process.executableURL = try Self.executable
    process.arguments = [path, durability]
    output = try process.start { process in
      let output = Pipe()
      process.standardOutput = output
      return output
    }
  }

  /// Kills it some time after it has said so many lines; answers all it has said.
  func killed(afterLines count: Int, microseconds: Int) throws -> [(task: Int, number: Int64)] {
    var bytes = Data()
    while bytes.count(where: { $0 == 10 }) < count, process.isRunning {
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { break }
      bytes += more
    }
    usleep(UInt32(microseconds))
    kill(process.processIdentifier, SIGKILL)
    bytes += try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal, "it ended by itself")
    // The last line may be cut.
    let lines = bytes.split(separator: 10, omittingEmptySubsequences: false).dropLast()
    return lines.compactMap { line in
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      guard words.count == 2, let task = Int(words[0]), let number = Int64(words[1]) else { return nil }
      return (task, number)
    }
  }
}
