import Foundation
import TestSupport
import Testing
import TrellisDatabase
import TrellisSQLite
import TrellisTree
import VectorSupport

/// A database in a file: what is written is there again.
@Suite(.hangGuard) struct DatabaseFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("is made, written, closed and found again; only one file is left", arguments: [Durability.full, .normal])
  func reopening(_ durability: Durability) async throws {
    let database = try await Database.open(at: folder.path(), durability: durability)
    #expect(try await !database.get("/").exists)
    #expect(try await database.set("artists/a1", ["country": "US"]).number == 1)
    try await database.set("artists/a1/country", "FR", priority: 3)
    #expect(folder.names.contains("murals.db-lock"))
    try await database.close()
    #expect(folder.names == ["murals.db"])

    let again = try await Database.open(at: URL(filePath: folder.path()), durability: durability)
    #expect(try await again.json() == #"{"artists":{"a1":{"country":{".value":"FR",".priority":3}}}}"#)
    #expect(try await again.set("x", 1).number == 3, "numbers go on")
    try await again.close()
    #expect(try await DatabaseFile(at: folder.path()).check() == [])
  }

  @Test("is whole without being closed, and commits can be followed from where it was folded")
  func withoutClosing() async throws {
    do {
      let database = try await Database.open(at: folder.path())
      for i in 1...5 { try await database.set("n", .int(Int64(i))) }
    }
    let again = try await Database.open(at: folder.path())
    #expect(try await again.get("n").int == 5)
    var numbers: [Int64] = []
    for try await commit in again.commits(since: 2) {
      numbers.append(commit.number)
      if commit.number == 5 { break }
    }
    #expect(numbers == [3, 4, 5])
  }

  @Test("is a file that the sqlite3 shell can read")
  func sqliteFile() async throws {
    let database = try await Database.open(at: folder.path())
    try await database.set("a", 1)
    try await database.close()
    let bytes = try folder.bytes()
    #expect(String(decoding: bytes[0..<15], as: UTF8.self) == "SQLite format 3")
    #expect(String(decoding: bytes[68..<72], as: UTF8.self) == "TRLS")
  }

  @Test("O-17: values keep kind and bits; long keys and long strings, too")
  func values() async throws {
    let long = try TreeKey(String(repeating: "k", count: 762))
    let text = String(repeating: "mural ", count: 1_700_000)
    let numbers: [(TreeKey, Tree.Scalar)] = [
      ("a", .int(9_007_199_254_740_993)), ("b", .double(1e300)), ("c", .double(-0.0)), ("d", .int(.min)), ("e", .int(.max)),
      ("f", .double(.leastNonzeroMagnitude)), ("g", .bool(true)), ("h", .int(1)), ("i", .double(1)), ("j", .string("")), ("k", .int(-1)),
      ("l", .int(127)), ("m", .int(128)), ("n", .string(String(repeating: "é", count: 40))), ("o", .bool(false)),
      ("p", .int(1_506_428_988_000)),
      ("q", .double(.greatestFiniteMagnitude)), ("r", .double(0.30000000000000004)), ("s", .string("\u{10FFFF}\0")),
    ]
    let database = try await Database.open(at: folder.path())
    try await database.set("v", .branch(numbers.map { ($0.0, Tree($0.1).with(priority: "p")) }))
    try await database.set(TreePath(["long", long]), 1)
    try await database.set("text", .string(text))
    try await database.set("é", 1)
    try await database.set("e\u{301}", 2)
    // Once out of the log, once out of the rows.
    for _ in 0..<2 {
      let again: Database
      if folder.names.contains("murals.db-wal") {
        try FileManager.default.copyItem(atPath: folder.path(), toPath: folder.path("copy.db"))
        try FileManager.default.copyItem(atPath: folder.path("murals.db-wal"), toPath: folder.path("copy.db-wal"))
        again = try await Database.open(at: folder.path("copy.db"))
        try await database.close()
      } else {
        again = try await Database.open(at: folder.path())
      }
      for (key, value) in numbers {
        let found = try await again.get(TreePath(["v", key]))
        #expect(found.scalar.map { "\($0)" } == "\(value)")
        #expect(found.priority == "p")
      }
      #expect(try await again.get(TreePath(["long", long])).int == 1)
      #expect(try await again.get("text").string?.utf8.elementsEqual(text.utf8) == true)
      #expect(try await again.get("é").int == 1)
      #expect(try await again.get("e\u{301}").int == 2)
      try await again.close()
    }
  }

  @Test("a thousand openings and closings make it grow by recent commits only")
  func growth() async throws {
    let first = try await Database.open(at: folder.path(), durability: .normal)
    try await first.set("n", 0)
    try await first.close()
    let size = try folder.size()
    for i in 1...1000 {
      let database = try await Database.open(at: folder.path(), durability: .normal)
      try await database.set("n", .int(Int64(i)))
      try await database.close()
    }
    #expect(try folder.size() < size + 200_000, "recent commits are kept, no more")
    #expect(folder.names == ["murals.db"])
    let database = try await Database.open(at: folder.path())
    try await database.compact()
    try await database.close()
    #expect(try folder.size() == size)
  }

  @Test("compacting gives room back")
  func compacting() async throws {
    let database = try await Database.open(at: folder.path(), durability: .normal)
    for i in 0..<200 { try await database.set(TreePath(["big", TreeKey(i)]), .string(String(repeating: "x", count: 20_000))) }
    try await database.compact()
    let large = try folder.size()
    try await database.remove("big")
    try await database.set("small", 1)
    try await database.compact()
    #expect(try folder.size() < large / 20)
    #expect(try await database.json() == #"{"small":1}"#)
    try await database.set("small", 2)
    try await database.close()
    #expect(try await Database.open(at: folder.path()).json() == #"{"small":2}"#)
    try await Database.inMemory().compact()
  }

  @Test("use after close is an error; closing twice is fine")
  func closed() async throws {
    let database = try await Database.open(at: folder.path())
    try await database.close()
    try await database.close()
    await expectError(.closed) { try await database.set("a", 1) }
    await expectError(.closed) { try await database.compact() }
  }

  @Test("many tasks write at once; all of it is there")
  func concurrency() async throws {
    let database = try await Database.open(at: folder.path())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<16 {
        group.addTask {
          for i in 0..<25 {
            try await database.update("/", [TreePath(["t", TreeKey(task)]): .int(Int64(i)), "sum": .increment(by: 1)])
          }
        }
      }
      try await group.waitForAll()
    }
    try await database.close()
    let again = try await Database.open(at: folder.path())
    #expect(try await again.get("sum").int == 400)
    #expect(try await again.commitNumber() == 400)
    for task in 0..<16 { #expect(try await again.get(TreePath(["t", TreeKey(task)])).int == 24) }
  }
}
