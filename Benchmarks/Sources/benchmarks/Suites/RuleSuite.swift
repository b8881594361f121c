import BenchmarkSupport
import Trellis
import TrellisRules

/// Rules: how long they take to compile, to decide, and what they add to a write.
enum RuleSuite {
  static var benchmarks: [Benchmark] { [question, compiling, setting, validating] }

  /// The rule that most files have, with all that surrounds it: the walk to its place and the answer.
  private static var question: Benchmark {
    Benchmark.solo("rules: decide a read by auth != null && auth.uid === $uid", unit: "decision", gate: 500) {
      let rules = try SecurityRules(#"{"rules": {"users": {"$uid": {".read": "auth != null && auth.uid === $uid"}}}}"#)
      let question = RuleQuestion(rules, read: "users/alice", uid: "alice")
      return { count in for _ in 0..<count { try question.ask() } }
    }
  }

  private static var compiling: Benchmark {
    Benchmark.solo("rules: compile a file of 300 lines", unit: "file") {
      let text = file
      return { count in for _ in 0..<count { blackHole(try SecurityRules(text)) } }
    }
  }

  private static var setting: Benchmark {
    Benchmark("rules: set a leaf under a file of 300 lines, beside one without rules", unit: "set") {
      let rules = try SecurityRules(file)
      let (free, guarded) = (Database.inMemory(), Database.inMemory(policy: RulesPolicy(rules)).as(Auth(uid: "alice")))
      return Benchmark.Contest(
        ours: Contestant("with rules") { count in
          for i in 0..<count { try await guarded.set("part49/alice/name", i % 2 == 0 ? "even" : "odd") }
        },
        peer: Contestant("without") { count in
          for i in 0..<count { try await free.set("part49/alice/name", i % 2 == 0 ? "even" : "odd") }
        })
    }
  }

  private static var validating: Benchmark {
    Benchmark.solo("rules: set a record of four fields, each validated, under 300 lines", unit: "set") {
      let database = Database.inMemory(policy: RulesPolicy(try SecurityRules(file))).as(Auth(uid: "alice"))
      return { count in
        for i in 0..<count {
          try await database.set(
            "part49/alice", ["name": "Alice", "age": .int(Int64(i % 90)), "mail": "alice@example.com", "active": true])
        }
      }
    }
  }

  /// Fifty parts of six lines.
  private static var file: String {
    let parts = (0..<50).map { part in
      """
        "part\(part)": {"$uid": {".read": "auth != null", ".write": "auth != null && auth.uid === $uid",
          ".validate": "newData.hasChildren(['name']) || newData.exists()",
          "name": {".validate": "newData.isString() && newData.val().length <= 40"},
          "age": {".validate": "newData.isNumber() && newData.val() >= 0 && newData.val() < 150"},
          "mail": {".validate": "newData.val().matches(/^[^@ ]+@[^@ ]+$/)"},
          "active": {".validate": "newData.isBoolean()"}, "$other": {".validate": false}}}
      """
    }
    return "{\"rules\": {\n" + parts.joined(separator: ",\n") + "\n}}"
  }
}
