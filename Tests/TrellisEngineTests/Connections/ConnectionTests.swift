import TestSupport
import Testing
import TrellisDatabase
import TrellisEngine
import TrellisTree

/// What is left for the end of a connection is written once, whole, and as whoever left it, however the connection ends.
@Suite(.hangGuard) struct ConnectionTests {
  @Test("closing writes what was left, in one commit, once")
  func closing() async throws {
    let database = try Database.inMemory(["n": 1])
    let connection = database.openConnection()
    try await connection.onDisconnect.set("a", 1)
    try await connection.onDisconnect.update("/", ["b/c": 2, "n": .increment(by: 4)])
    try await connection.onDisconnect.remove("x")
    #expect(try await database.get("/").tree == ["n": 1])
    try await connection.close()
    #expect(try await database.json() == #"{"a":1,"b":{"c":2},"n":5}"#)
    try await connection.close()
    #expect(try await database.commitNumber() == 1)
  }

  @Test("so does letting go of it")
  func dropping() async throws {
    let database = Database.inMemory()
    var values = database.observe("gone").makeAsyncIterator()
    #expect(try await values.next()?.node.exists == false)
    func leave() async throws { try await database.openConnection().onDisconnect.set("gone", true) }
    try await leave()
    #expect(try await values.next()?.tree == true)
  }

  @Test("so does the end of a task that is cancelled, or throws")
  func tasks() async throws {
    struct Stop: Error {}
    let database = Database.inMemory()
    await #expect(throws: Stop.self) {
      try await database.withConnection { connection in
        try await connection.onDisconnect.set("thrown", true)
        throw Stop()
      }
    }
    let task = Task {
      try await database.withConnection { connection in
        try await connection.onDisconnect.set("cancelled", true)
        withUnsafeCurrentTask { $0?.cancel() }
        try Task.checkCancellation()
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await database.get("/").tree == ["thrown": true, "cancelled": true])
  }

  @Test("whoever ends it at the same time, it is written once")
  func once() async throws {
    let database = Database.inMemory()
    for _ in 0..<50 {
      let connection = database.openConnection()
      try await connection.onDisconnect.set("n", .increment(by: 1))
      await withTaskGroup(of: Void.self) { group in
        for i in 0..<4 { group.addTask { if i % 2 == 0 { try? await connection.close() } else { try? await connection.goOffline() } } }
      }
    }
    #expect(try await database.get("n").int == 50)
  }

  @Test("each is written as whoever left it; what is refused is an error of closing, and the rest is as it was")
  func identity() async throws {
    let policy = Policy(write: { request in
      guard request.auth?.uid == "ana" || request.changes.allSatisfy({ $0.path.keys.first == "open" }) else {
        throw TrellisError(.permissionDenied, at: request.changes[0].path, "only ana may")
      }
    })
    let database = Database.inMemory(policy: policy)
    let connection = database.as(Auth(uid: "ana")).openConnection()
    try await connection.onDisconnect.set("mine", 1)
    try await connection.onDisconnect.as(nil).set("open/all", 2)
    try await connection.close()
    #expect(try await database.get("/").tree == ["mine": 1, "open": ["all": 2]])
    let origins = try await database.commitsSoFar(through: 2).map(\.origin)
    #expect(origins == ["ana", nil])

    let stranger = database.as(Auth(uid: "bob")).openConnection()
    try await stranger.onDisconnect.set("mine", 3)
    try await stranger.onDisconnect.as(Auth(uid: "ana")).set("also", 4)
    try await stranger.onDisconnect.as(nil).set("shut", 5)
    try await stranger.onDisconnect.as(Auth(uid: "ana")).set("last", 6)
    await expectError(.permissionDenied, at: "mine") { try await stranger.close() }
    #expect(try await database.get("/").tree == ["mine": 1, "open": ["all": 2], "also": 4, "last": 6])
  }

  @Test("closed, it stays so, and its .info with it")
  func closedStays() async throws {
    let connection = Database.inMemory().openConnection()
    try await connection.close()
    connection.goOnline()
    #expect(!connection.isConnected)
    #expect(try await connection.database.get("/.info/connected").bool == false)
    await expectError(.disconnected, saying: ["closed"]) { _ = try await connection.database.set("a", 1) }
  }

  @Test("transactions through it take turns with all others")
  func turns() throws {
    let database = Database.inMemory()
    let turns = try #require((database.datastore as? any TurnTaking)?.turns)
    let connection = database.openConnection()
    #expect((connection.database.datastore as? any TurnTaking)?.turns === turns)
    #expect((connection.database.openConnection().database.datastore as? any TurnTaking)?.turns === turns)
  }

  @Test("what is illegal is refused when it is left")
  func illegal() async throws {
    let connection = Database.inMemory().openConnection()
    await expectError(.invalid, at: "a") { try await connection.onDisconnect.set("a", .double(.nan)) }
    await expectError(.invalid) { try await connection.onDisconnect.update("/", ["a": 1, "a/b": 2]) }
    await expectError(.invalid) { try await connection.onDisconnect.set(".info/connected", true) }
    try await connection.close()
    await expectError(.disconnected, saying: ["open another"]) { try await connection.onDisconnect.set("a", 1) }
    await expectError(.disconnected) { try await connection.database.set("a", 1) }
  }

  @Test("offline, writes wait; reads go on; online again it begins with nothing left")
  func offline() async throws {
    let database = try Database.inMemory(["a": 1])
    let connection = database.openConnection()
    try await connection.onDisconnect.set("left", .timestamp)
    try await connection.goOffline()
    #expect(!connection.isConnected)
    #expect(try await database.get("left").int != nil)
    #expect(try await connection.database.get("a").int == 1)
    let writing = Task { try await connection.database.set("a", 2) }
    let cancelled = Task { try await connection.database.set("a", 3) }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(try await database.get("a").int == 1)
    connection.goOnline()
    _ = try await writing.value
    #expect(try await database.get("a").int == 2)
    try await database.remove("left")
    try await connection.close()
    #expect(try await database.get("left").exists == false)
  }

  @Test("closed, it lets go of those who wait")
  func closedWhileWaiting() async throws {
    let connection = Database.inMemory().openConnection()
    try await connection.goOffline()
    let writing = Task { try await connection.database.set("a", 2) }
    try await connection.close()
    await expectError(.disconnected) { _ = try await writing.value }
    connection.goOnline()
    #expect(!connection.isConnected)
  }

  @Test("its .info shows what it is; a handle's own database has none")
  func info() async throws {
    let database = Database.inMemory()
    let connection = database.as(Auth(uid: "ana")).openConnection()
    #expect(try await connection.database.get(".info").tree == ["authenticated": true, "connected": true, "serverTimeOffset": 0])
    var values = connection.database.observe(".info/connected").makeAsyncIterator()
    #expect(try await values.next()?.tree == true)
    try await connection.goOffline()
    #expect(try await values.next()?.tree == false)
    connection.goOnline()
    #expect(try await values.next()?.tree == true)
    await expectError(.invalid) { try await connection.database.set(".info/connected", false) }
    #expect(try await database.get(".info").exists == false)
    try await connection.close()
    #expect(try await values.next()?.tree == false)
    #expect(try await values.next() == nil)
  }

  @Test("many connections, each with something left, at once")
  func many() async throws {
    let database = Database.inMemory()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<64 {
        group.addTask {
          let path = try TreePath("here/c\(number)")
          try await database.withConnection { connection in
            try await connection.onDisconnect.update("/", [path: .null, "count": .increment(by: 1)])
            try await connection.database.set(path, true)
            #expect(try await database.get(path).bool == true)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await database.get("/").tree == ["count": 64])
  }
}
