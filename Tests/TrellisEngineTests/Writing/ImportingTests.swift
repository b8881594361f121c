import Dispatch
import TestSupport
import Testing
import TrellisDatabase
import TrellisEngine
import TrellisTree

/// JSON texts that come in pieces, as writes and straight into pages.
@Suite(.hangGuard) struct ImportingTests {
  private static let small = ["{\"a\":", "1,\"b\":{\".value\":\"x\",\".prior", "ity\":2}}"]

  private static func pieces(_ texts: [String], _ step: @escaping @Sendable (Int) throws -> Void = { _ in })
    -> @Sendable () throws -> [UInt8]?
  {
    let next = Locked(0)
    return {
      let i = next.withLock { next in
        defer { next += 1 }
        return next
      }
      try step(i)
      return i < texts.count ? Array(texts[i].utf8) : nil
    }
  }

  /// More than is written as a commit, in pieces of 100 KB.
  private static let large: [String] =
    ["{"] + (0..<12).map { i in (0..<2000).map { #""k\#(i)-\#($0)":"a text of some fifty characters, for \#($0)","# }.joined() } + [
      "\"last\":true}"
    ]

  @Test("a small text is a commit like any other")
  func small() async throws {
    let database = try Database.inMemory(["x": ["old": 1], "y": 2])
    #expect(try await database.importJSON(at: "x", from: Self.pieces(Self.small)) == 1)
    #expect(try await database.json() == #"{"x":{"a":1,"b":{".value":"x",".priority":2}},"y":2}"#)
    #expect(try await database.recentCommits().map(\.number) == [1])
  }

  @Test("a large one is told to listeners as one change, and ends the history of commits")
  func large() async throws {
    let database = try Database.inMemory(["x": ["old": 1], "y": 2])
    try await database.set("y", 3)
    var changes = database.changes(of: TreeQuery("x")).makeAsyncIterator()
    #expect(try await changes.next()?.result.count == 1)
    var commits = database.commits(since: 1).makeAsyncIterator()
    #expect(try await database.importJSON(at: "x", from: Self.pieces(Self.large)) == 2)
    let change = try await changes.next()
    #expect(change?.result.count == 24_001 && change?.events.count == 24_002)
    await expectError(.historyGone) { try await commits.next() }
    #expect(try await database.set("y", 4).number == 3)
    #expect(try await database.recentCommits().map(\.number) == [3])
  }

  @Test("writes and transactions that come meanwhile wait for it; reads and statistics do not", arguments: [false, true])
  func meanwhile(cancelled: Bool) async throws {
    let datastore = try LocalDatastore(["x": 1, "n": 0])
    let database = Database(datastore)
    let begun = AsyncStream<Void>.makeStream()
    let release = DispatchSemaphore(value: 0)
    let importing = Task(executorPreference: OwnThread()) {
      try await database.importJSON(
        at: "x",
        from: Self.pieces(Self.large) { i in
          // By now it is more than a commit, and the tree is its own.
          if i == 13 {
            begun.continuation.yield()
            release.wait()
          }
        })
    }
    for await _ in begun.stream { break }
    let writes = (0..<10).map { i in
      Task {
        i % 2 == 0
          ? try await database.set(TreePath(["w", TreeKey(i)]), true).number
          : try await database.transaction("n") { .int(($0.int ?? 0) + 1) }.isCommitted ? 1 : 0
      }
    }
    #expect(try await database.get("x").int == 1)
    #expect(datastore.statistics.liveBytes > 0)
    if cancelled { importing.cancel() }
    release.signal()
    let result = await importing.result
    #expect((try? result.get()) == nil ? cancelled : !cancelled)
    for write in writes { #expect(try await write.value > 0) }
    #expect(try await database.get("x").count == (cancelled ? 0 : 24_001))
    #expect(try await database.get("n").int == 5)
    #expect(try await database.get("w").count == 5)
    try await database.close()
  }

  @Test("what is no JSON, or more than a write may hold, is refused with its place")
  func refused() async throws {
    let database = try Database.inMemory(["x": 1])
    await expectError(.invalid, saying: ["line 1, column 7"]) { try await database.importJSON(from: Self.pieces(["{\"a\":1", "]"])) }
    await expectError(.invalid, saying: [".sv"]) { try await database.importJSON(from: Self.pieces([#"{"a":{".sv":"timestamp"}}"#])) }
    let deep = String(repeating: #"{"a":"#, count: 40) + "1" + String(repeating: "}", count: 40)
    let large = Array(Self.large.dropLast()) + [#""deep":"# + deep + "}"]
    await expectError(.invalid, saying: ["32"]) { try await database.importJSON(from: Self.pieces(large)) }
    await expectError(.invalid) { try await database.importJSON(at: ".info", from: Self.pieces(Self.large)) }
    #expect(try await database.json() == #"{"x":1}"#)
  }

  @Test("a policy sees it as a write; a snapshot and a closed database refuse it")
  func admission() async throws {
    struct ReadOnly: AccessPolicy {
      func admit(_ write: WriteRequest) throws { throw TrellisError(.permissionDenied, at: write.changes[0].path, "no") }
    }
    let guarded = Database(try LocalDatastore(["x": 1], policy: ReadOnly()))
    await expectError(.permissionDenied, at: "x") { try await guarded.importJSON(at: "x", from: Self.pieces(Self.large)) }
    let database = try Database.inMemory(["x": 1])
    let snapshot = try await database.snapshot()
    await expectError(.readOnly) { try await snapshot.importJSON(at: "x", from: Self.pieces(Self.small)) }
    try await database.close()
    await expectError(.closed) { try await database.importJSON(at: "x", from: Self.pieces(Self.large)) }
  }
}
