import TestSupport
import Testing
import TrellisDatabase
import TrellisEngine
import TrellisTree

/// What an access policy is told, and what its refusal does.
@Suite struct PolicyTests {
  private static func refuse(_ path: TreePath?) -> TrellisError { TrellisError(.permissionDenied, at: path, "not for you") }

  @Test("a write shows the trees before and after it, its changes filled in, who asks, and when")
  func write() async throws {
    struct Seen: Sendable {
      var before = Tree.null
      var after = Tree.null
      var changes: [TreeWrite.Change] = []
      var auth: Auth?
      var milliseconds: Int64 = 0
    }
    let seen = Locked<[Seen]>([])
    let policy = Policy(write: { request in
      let one = Seen(
        before: request.before.tree, after: request.after.tree, changes: request.changes, auth: request.auth,
        milliseconds: request.milliseconds)
      seen.withLock { $0.append(one) }
    })
    let journal = TestJournal(JournalContent(tree: ["n": 1, "gone": ["x": 1]]))
    let database = Database(try await LocalDatastore.open(journal, policy: policy, now: { 555 }))
    let alice = Auth(uid: "alice", token: ["role": "editor"])
    let commit = try await database.as(alice).update("/", ["n": .increment(by: 2), "gone/x": nil, "new": ["at": .timestamp]])
    try await database.set("n", 0)
    let all = seen.withLock { $0 }
    try #require(all.count == 2)
    #expect(all[0].before == ["n": 1, "gone": ["x": 1]])
    #expect(all[0].after == ["n": 3, "new": ["at": 555]])
    #expect(all[0].changes == commit.changes)
    #expect(all[0].auth == alice)
    #expect(all[0].milliseconds == 555)
    #expect(all[1].before == all[0].after)
    #expect(all[1].auth == nil)
  }

  @Test("refused by what is there before, by what would be after, and by who asks")
  func decides() async throws {
    let policy = Policy(write: { request in
      guard request.auth != nil else { throw Self.refuse(nil) }
      if request.before["locked"].bool == true { throw Self.refuse("locked") }
      if request.after["n"].int.map({ $0 < 0 }) == true { throw Self.refuse("n") }
    })
    let anybody = Database.inMemory(policy: policy)
    let alice = anybody.as(Auth(uid: "alice"))
    await expectError(.permissionDenied) { try await anybody.set("n", 1) }
    try await alice.set("n", 1)
    await expectError(.permissionDenied, at: "n") { try await alice.update("/", ["n": .increment(by: -5), "other": 1]) }
    #expect(try await anybody.json() == #"{"n":1}"#)
    try await alice.update("/", ["n": .increment(by: -1), "locked": true])
    await expectError(.permissionDenied, at: "locked") { try await alice.remove("locked") }
    await expectError(.permissionDenied) { try await alice.as(nil).set("n", 2) }
    #expect(try await anybody.json() == #"{"locked":true,"n":0}"#)
  }

  @Test("a refusal leaves no trace: no commit, no number, no change, later writes work")
  func noTrace() async throws {
    let database = Database.inMemory(policy: Policy.writable("open"))
    try await database.set("open/a", 1)
    for write in [
      try TreeWrite.set("shut", 1), try .remove("/"), try .update("/", ["open/b": 1, "x": 1]), try .setPriority("/", 1),
    ] {
      await expectError(.permissionDenied, saying: ["only /open may be written"]) { try await database.write(write) }
    }
    #expect(try await database.json() == #"{"open":{"a":1}}"#)
    let commit = try await database.set("open/b", 2)
    #expect(commit.number == 2)
    #expect(try await database.commitsSoFar(through: 2).map(\.number) == [1, 2])
  }

  @Test("what a policy throws of its own passes unchanged")
  func ownErrors() async throws {
    struct Mine: Error {}
    let database = Database.inMemory(policy: Policy(read: { _ in throw Mine() }, write: { _ in throw Mine() }))
    await #expect(throws: Mine.self) { try await database.set("a", 1) }
    await #expect(throws: Mine.self) { _ = try await database.get("a") }
    await #expect(throws: Mine.self) { _ = try await database.transaction("a") { _ in 1 } }
  }

  @Test("a read shows the query, who asks and the tree; refused, nothing is given")
  func read() async throws {
    let policy = Policy(read: { request in
      if request.root["members"][TreeKey(unchecked: request.auth?.uid ?? "nobody")].exists { return }
      throw Self.refuse(request.query.path)
    })
    let database = try Database.inMemory(["members": ["alice": true], "list": ["a": 1, "b": 2]], policy: policy)
    let (alice, bob) = (database.as(Auth(uid: "alice")), database.as(Auth(uid: "bob")))
    let query = try TreeQuery("list").ordered(by: .value).last(1)
    #expect(try await alice.get("list/a").int == 1)
    #expect(try await alice.get(["list/a", "list/b"]).map(\.int) == [1, 2])
    #expect(try await alice.get(query).keys == ["b"])
    for other in [bob, database] {
      await expectError(.permissionDenied, at: "list/a") { try await other.get("list/a") }
      await expectError(.permissionDenied, at: "list/a") { try await other.get(["list/a", "list/b"]) }
      await expectError(.permissionDenied, at: "list") { try await other.get(query) }
      await expectError(.permissionDenied, at: "list") { for try await _ in other.observe("list") { break } }
    }
  }

  @Test("of several paths, one that is refused refuses all")
  func severalPaths() async throws {
    let policy = Policy(read: { if $0.query.path == "secret" { throw Self.refuse("secret") } })
    let database = try Database.inMemory(["a": 1, "secret": 2], policy: policy)
    await expectError(.permissionDenied, at: "secret") { try await database.get(["a", "secret"]) }
    #expect(try await database.get(["a", "b"]).map(\.int) == [1, nil])
  }

  @Test("a policy sees the query with its ordering, range and limit")
  func sees() async throws {
    let policy = Policy(read: { request in
      // Only short lists may be read.
      guard case .first(let count)? = request.query.limit, count <= 2 else { throw Self.refuse(request.query.path) }
    })
    let database = try Database.inMemory(["list": ["a": 1, "b": 2, "c": 3]], policy: policy)
    #expect(try await database.get(TreeQuery("list").first(2)).count == 2)
    await expectError(.permissionDenied) { try await database.get(TreeQuery("list").first(3)) }
    await expectError(.permissionDenied) { try await database.get(TreeQuery("list").last(1)) }
    await expectError(.permissionDenied) { try await database.get("list") }
  }

  @Test("the policy holds for snapshots of the database too")
  func snapshots() async throws {
    let policy = Policy(read: { if $0.auth == nil { throw Self.refuse($0.query.path) } })
    let database = try Database.inMemory(["a": 1], policy: policy).as(Auth(uid: "alice"))
    let snapshot = try await database.snapshot()
    #expect(try await snapshot.get("a").int == 1)
    await expectError(.permissionDenied, at: "a") { try await snapshot.as(nil).get("a") }
    await expectError(.permissionDenied, at: "a") { try await snapshot.as(nil).get(TreeQuery("a")) }
    await expectError(.permissionDenied, at: "a") { for try await _ in snapshot.as(nil).observe("a") {} }
  }
}
