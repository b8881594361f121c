import FaultyDisk
import TestSupport
import Testing
import TrellisDatabase
import TrellisEngine
import TrellisSQLite
import TrellisTree

/// Texts that are read straight into the file: all of it or nothing, also when the disk fails.
@Suite(.hangGuard) struct ImportTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// More than is written as a commit.
  private static func pieces(_ word: String = "new", ending: String = "}") -> @Sendable () throws -> [UInt8]? {
    let text =
      #"{".priority":7,"#
      + (0..<16_000).map { #""k\#($0)":{"n":\#($0),"text":"\#(word) \#($0) of a large import of records"}"# }.joined(separator: ",")
      + ending
    let rest = Locked(Array(text.utf8)[...])
    return {
      rest.withLock { rest in
        defer { rest = rest.dropFirst(100_000) }
        return rest.isEmpty ? nil : Array(rest.prefix(100_000))
      }
    }
  }

  @Test("is in the file at once, beside what is not replaced, with the next number")
  func kept() async throws {
    do {
      let database = try await Database.open(at: folder.path(), durability: .normal)
      try await database.update("/", ["a": 1, "list/old": 2, "z": 3])
      #expect(try await database.importJSON(at: "list", from: Self.pieces()) == 2)
      #expect(try await database.get("list").count == 16_000)
      #expect(try await database.recentCommits().isEmpty)
      try await database.set("list/k7/n", 70)
    }
    let again = try await Database.open(at: folder.path())
    #expect(try await again.get("list").priority == .int(7))
    #expect(try await again.get("list/k15999/text").string == "new 15999 of a large import of records")
    #expect(try await !again.get("list/old").exists)
    #expect(try await again.json("list/k7/n") == "70")
    #expect(try await [again.json("a"), again.json("z")] == ["1", "3"])
    #expect(try await again.recentCommits().map(\.number) == [3])
    await expectError(.invalid) { try await again.importJSON(at: "list") { nil } }
    try await again.close()
    #expect(try await DatabaseFile(at: folder.path()).check() == [])
  }

  @Test("one that ends badly changes nothing, in memory and in the file")
  func refused() async throws {
    let database = try await Database.open(at: folder.path(), durability: .normal)
    try await database.set("list", ["old": 2])
    await expectError(.invalid, saying: ["line 1", "column"]) { try await database.importJSON(at: "list", from: Self.pieces(ending: "]")) }
    struct Broken: Error {}
    let pieces = Self.pieces()
    let count = Locked(0)
    await #expect(throws: Broken.self) {
      try await database.importJSON(at: "list") {
        if count.withLock({
          $0 += 1
          return $0
        }) > 8 {
          throw Broken()
        }
        return try pieces()
      }
    }
    #expect(try await database.json() == #"{"list":{"old":2}}"#)
    try await database.set("a", 1)
    try await database.close()
    let again = try await Database.open(at: folder.path())
    #expect(try await again.json() == #"{"a":1,"list":{"old":2}}"#)
    try await again.close()
  }

  @Test("the disk fails at some call, or loses its power: the old or the new as a whole", arguments: [false, true])
  func faults(losesPower: Bool) async throws {
    func open(_ disk: FaultyDisk) async throws -> Database {
      Database(try await LocalDatastore.open(try SQLiteJournal("murals.db", durability: .full, vfs: disk.vfsName)))
    }
    func prepared() async throws -> (FaultyDisk, Database) {
      let disk = FaultyDisk()
      let database = try await open(disk)
      try await database.update("/", ["list/old": 2, "z": 3])
      return (disk, database)
    }
    let (whole, database) = try await prepared()
    let before = whole.calls
    try await database.importJSON(at: "list", from: Self.pieces())
    let after = whole.calls
    try await database.close()
    var kept = 0
    for number in stride(from: before + 1, through: after + 1, by: 29) {
      let (disk, database) = try await prepared()
      if losesPower { disk.powerCutAfter(calls: number) } else { disk.fail(at: number, with: .ioError, lasting: false) }
      let isDone = (try? await database.importJSON(at: "list", from: Self.pieces())) != nil
      if !losesPower {
        #expect(try await database.get("list").count == (isDone ? 16_000 : 1), "call \(number)")
        disk.heal()
        try await database.set("z", 4)
        try await database.close()
      } else {
        disk.restart(seed: UInt64(number), mode: .random)
      }
      let again = try await open(disk)
      let count = try await again.get("list").count
      #expect(count == 16_000 || (count == 1 && !isDone), "call \(number) of \(before)...\(after): \(count), done: \(isDone)")
      #expect(try await again.json("z") == (losesPower ? "3" : "4"))
      if count == 16_000 { kept += 1 }
      try await again.close()
    }
    #expect(kept < (after - before) / 29, "the faults were felt")
  }

  @Test("an import begins although others write all the time; what they write is there")
  func underLoad() async throws {
    let database = try await Database.open(at: folder.path(), durability: .normal)
    let writers = (0..<4).map { writer in
      Task {
        var count = 0
        // As many as an import needs by far: should it never begin, that is found here.
        while !Task.isCancelled, count < 200_000 {
          count += 1
          try await database.set(TreePath(["writers", TreeKey(writer)]), .int(Int64(count)))
        }
        return count
      }
    }
    for try await result in database.observe("writers") where result.node.count == writers.count { break }
    try await database.importJSON(at: "list", from: Self.pieces())
    for writer in writers { writer.cancel() }
    for (i, writer) in writers.enumerated() {
      // The last write may have been cancelled before it was begun.
      if let count = try? await writer.value {
        let stored = try await database.get(TreePath(["writers", TreeKey(i)])).int
        #expect(stored == Int64(count))
      }
    }
    #expect(try await database.get("list").count == 16_000)
    try await database.close()
    #expect(try await DatabaseFile(at: folder.path()).check() == [])
  }

  @Test("commits that were folded can still be followed after opening, up to a bound")
  func history() async throws {
    var database = try await Database.openFoldingOften(folder.path())
    for i in 1...50 { try await database.set("n", .int(Int64(i))) }
    try await database.close()
    database = try await Database.open(at: folder.path())
    #expect(try await database.recentCommits(3).map(\.number) == [48, 49, 50])
    try await database.set("n", 51)
    var numbers: [Int64] = []
    for try await commit in database.commits(since: 20) {
      numbers.append(commit.number)
      if commit.number == 51 { break }
    }
    #expect(numbers == Array(21...51))
    try await database.compact()
    try await database.close()
    database = try await Database.open(at: folder.path(), readOnly: true)
    #expect(try await database.recentCommits().isEmpty)
    #expect(try await database.commitNumber() == 51)
    try await database.close()
  }

  @Test("old commits are forgotten when there are many; the tree has them")
  func bounded() async throws {
    let text = Tree.string(String(repeating: "x", count: 1000))
    let database = try await Database.openFoldingOften(folder.path(), checkpointBytes: 100_000)
    for i in 0..<1000 { try await database.set(TreePath(["list", TreeKey(i)]), text) }
    try await database.close()
    let again = try await Database.open(at: folder.path(), readOnly: true)
    let kept = try await again.recentCommits(10_000).map(\.number)
    #expect(kept.count > 50 && kept.count < 700 && kept.last == 1000, "\(kept.count)")
    #expect(try await again.get("list").count == 1000)
    await expectError(.historyGone) { for try await _ in again.commits(since: 3) { break } }
  }

  @Test("a reader follows commit by commit over a folding, and is told of an import as a whole")
  func reader() async throws {
    let database = try await Database.openFoldingOften(folder.path(), checkpointBytes: 300)
    try await database.set("n", 0)
    let reader = try await Database.open(at: folder.path(), readOnly: true)
    var commits = reader.commits(since: 1).makeAsyncIterator()
    for i in 1...40 { try await database.set("n", .int(Int64(i))) }
    try await reader.refresh()
    for i in 2...41 { #expect(try await commits.next()?.number == Int64(i)) }
    try await database.importJSON(at: "list", from: Self.pieces())
    try await reader.refresh()
    #expect(try await reader.get("list").count == 16_000)
    await expectError(.historyGone) { try await commits.next() }
    try await database.close()
  }
}
