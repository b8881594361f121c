import Foundation
import TestSupport
import Testing
import TrellisDatabase
import TrellisTree

#if SQLite
  import TrellisSQLite

  /// The tool beside another process that has the database, which here is the test itself.
  @Suite(.hangGuard, .waiting) struct TogetherTests {
    private let session: Session
    private let database: Database

    init() async throws {
      session = try Session()
      database = try await Database.open(at: session.path("murals.db"), durability: .normal)
      try await database.update("/", ["artists/a1/name": "Ann", "artists/a2/name": "Bob"])
    }

    @Test("verbs that read see what it writes; those that write say who has it")
    func inUse() async throws {
      expect(try session.run("get", "murals.db", "artists/a1"), "{\"name\":\"Ann\"}\n")
      try await database.set("artists/a1/name", "Annie")
      expect(try session.run("query", "murals.db", "artists", "-n", "1"), "a1\t{\"name\":\"Annie\"}\n")
      #expect(try session.run("log", "murals.db").lines.count == 5)
      #expect(try session.run("stats", "murals.db").code == 0)
      expect(try session.run("check", "murals.db"), "murals.db is sound\n")
      expect(try session.run("backup", "murals.db", "copy.db"), "")
      expect(try session.run("diff", "murals.db", "copy.db"), "")
      #expect(try session.run("export", "murals.db").output.contains("Annie"))
      try session.write("{}", to: "new.json")
      let process = "process \(ProcessInfo.processInfo.processIdentifier)"
      for arguments in [
        ["set", "murals.db", "a", "1"], ["update", "murals.db", "/", "{}"], ["push", "murals.db", "a", "1"],
        ["remove", "murals.db", "artists"],
        ["import", "murals.db", "new.json"], ["compact", "murals.db"], ["replay", "murals.db", "-"],
      ] {
        expectFailure(try session.run(arguments: arguments), 5, saying: "murals.db", process, "try again")
      }
      #expect(try await database.get("artists").count == 2)
      try await database.close()
      expect(try session.run("set", "murals.db", "a", "1"), "")
    }

    /// A process whose lines are read one by one.
    private final class Watching {
      private let process: Process
      private let output: Pipe
      private var rest = Data()

      init(_ session: Session, _ arguments: String...) throws {
        process = try session.process(arguments)
        output = try process.start { process in
          let output = Pipe()
          process.standardOutput = output
          return output
        }
      }

      func line() -> String {
        while !rest.contains(10) {
          let more = output.fileHandleForReading.availableData
          if more.isEmpty { break }
          rest += more
        }
        let line = rest.prefix { $0 != 10 }
        rest = Data(rest.dropFirst(line.count + 1))
        return String(decoding: line, as: UTF8.self)
      }

      /// Presses Ctrl-C; answers the signal that ended it.
      func interrupt() -> Int32 {
        process.interrupt()
        process.waitUntilExit()
        return process.terminationReason == .uncaughtSignal ? process.terminationStatus : process.terminationStatus - 128
      }

      func code() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
      }
    }

    @Test("watch prints a line for each event, until it is interrupted")
    func watch() async throws {
      let watching = try Watching(session, "watch", "murals.db", "artists", "--interval", "0.005")
      #expect(watching.line() == "added\ta1\t{\"name\":\"Ann\"}")
      #expect(watching.line() == "added\ta2\t{\"name\":\"Bob\"}")
      try await database.set("artists/a3/name", "Cy")
      #expect(watching.line() == "added\ta3\t{\"name\":\"Cy\"}")
      try await database.update("artists", ["a1": nil, "a2/name": "Bo"])
      #expect(watching.line() == "removed\ta1\t{\"name\":\"Ann\"}")
      #expect(watching.line() == "changed\ta2\t{\"name\":\"Bo\"}")
      #expect(watching.interrupt() == SIGINT)
    }

    @Test("watch in JSON, with a query, values, and a number of events")
    func watchJSON() async throws {
      let last = try Watching(
        session, "watch", "murals.db", "artists", "--order-by", "name", "--last", "1", "--json", "--interval", "0.005", "--count", "3")
      #expect(last.line() == #"{"event":"added","key":"a2","previous":null,"value":{"name":"Bob"}}"#)
      try await database.set("artists/a3/name", "Cy")
      #expect(last.line() == #"{"event":"removed","key":"a2","previous":null,"value":{"name":"Bob"}}"#)
      #expect(last.line() == #"{"event":"added","key":"a3","previous":null,"value":{"name":"Cy"}}"#)
      #expect(last.line() == "" && last.code() == 0)
      let values = try Watching(
        session, "watch", "murals.db", "artists/a1/name", "--events", "value", "--interval", "0.005", "--count", "2")
      #expect(values.line() == "value\t\"Ann\"")
      try await database.set("artists/a1/name", "Annie")
      #expect(values.line() == "value\t\"Annie\"")
      #expect(values.code() == 0)
      let changes = try Watching(
        session, "watch", "murals.db", "artists", "--changes-only", "--events", "all", "--interval", "0.005", "--count", "2")
      // It has begun once it answers to a change that is repeated until it does.
      let writing = Task { [database] in
        var likes: Int64 = 0
        while !Task.isCancelled {
          likes += 1
          try await database.set("artists/a1/likes", .int(likes))
          await Task.yield()
        }
      }
      #expect(changes.line().hasPrefix("changed\ta1\t"))
      #expect(changes.line().hasPrefix("value\t"))
      #expect(changes.code() == 0)
      writing.cancel()
      _ = await writing.result
      expectFailure(try session.run("watch", "murals.db", "artists", "--events", "some"), 2, saying: "child, value, all")
      expectFailure(try session.run("watch", "murals.db", "artists", "--interval", "x"), 2, saying: "--interval")
    }

    @Test("watch and log end when there is nothing to follow any more, and say so")
    func ends() async throws {
      let following = try Watching(session, "log", "murals.db", "--follow", "--interval", "0.005")
      #expect(following.line().hasPrefix("commit 1"))
      let large = "{" + (0..<40_000).map { "\"k\($0)\":\"some forty characters of text for \($0)\"," }.joined() + "\"z\":1}"
      try session.write(large, to: "large.json")
      let pieces = Locked<[UInt8]?>(Array(large.utf8))
      try await database.importJSON(at: "large") { pieces.withLock { $0.take() } }
      #expect(following.code() == 4)
      try await database.close()
      let watching = try Watching(session, "watch", "murals.db", "artists", "--interval", "0.005")
      #expect(watching.line().hasPrefix("added"))
      try session.shell("mv murals.db other.db")
      #expect(watching.code() == 4)
    }

    @Test("log follows commits; replayed elsewhere they give the same tree")
    func follow() async throws {
      let following = try Watching(session, "log", "murals.db", "--since", "0", "--follow", "--json", "--interval", "0.005")
      var lines = [following.line()]
      for i in 1...5 {
        try await database.set(TreePath(["n", TreeKey(i)]), .int(Int64(i)))
        lines.append(following.line())
      }
      #expect(following.interrupt() == SIGINT)
      try session.write(lines.joined(separator: "\n"), to: "log.ndjson")
      expect(try session.run("replay", "copy.db", "log.ndjson", "--create"), "replayed 6 commits; the last is 6\n")
      expect(try session.run("diff", "murals.db", "copy.db"), "")
    }
  }
#endif
