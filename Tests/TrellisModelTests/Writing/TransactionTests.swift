import Synchronization
import TestSupport
import Testing
import Trellis
import TrellisTesting

@Suite(.inMemoryDatabase(Sample.tree), .hangGuard)
struct TransactionTests {
  private struct Enough: Error {}

  @Test("starts from the newest value, whatever this model has read")
  func newestValue() async throws {
    let mural = try #require(try await Mural.find("m1"))
    try await Database.current.set("murals/m1/likes", 10)
    try await mural.transaction { $0.likes += 1 }
    #expect(mural.likes == 11)
    #expect(try await Mural.find("m1")?.likes == 11)
  }

  @Test("21 at once count 21")
  func concurrent() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<21 {
        group.addTask {
          let mural = try #require(try await Mural.find("m1"))
          try await mural.transaction { $0.likes += 1 }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await Mural.find("m1")?.likes == 24)
  }

  @Test("the closure runs again on a fresh instance when somebody came in between")
  func retries() async throws {
    let store = try TestDatastore(Sample.tree) { inner, _, number in
      if number == 1 { try await Database(inner).update("murals/m1", ["likes": 100, "name": "Theirs"]) }
    }
    let mural = try #require(try await Mural.find("m1", in: Database(store)))
    let seen = Mutex<[String]>([])
    try await mural.transaction { scratch in
      seen.withLock { $0.append("\(scratch.name ?? "-") \(scratch.likes) \(scratch.hasChanges)") }
      scratch.likes += 1
    }
    #expect(seen.withLock { $0 } == ["Great 3 false", "Theirs 100 false"])
    #expect(mural.likes == 101)
    #expect(mural.name == "Theirs")
  }

  @Test("gives up after 25 conflicts")
  func givesUp() async throws {
    let store = try TestDatastore(Sample.tree) { inner, _, number in
      try await Database(inner).set("murals/m1/likes", .int(Int64(number) * 100))
    }
    let mural = try #require(try await Mural.find("m1", in: Database(store)))
    let runs = Mutex(0)
    await expectError(.maxRetries, at: "murals/m1") {
      try await mural.transaction {
        runs.withLock { $0 += 1 }
        $0.likes += 1
      }
    }
    #expect(runs.withLock { $0 } == 25)
    #expect(mural.likes == 3)
  }

  @Test("pending changes play no part and stay")
  func pendingChanges() async throws {
    let mural = try #require(try await Mural.find("m1"))
    mural.name = "Mine"
    mural.likes = 50
    try await mural.transaction {
      $0.likes += 1
      $0.about = "new"
    }
    #expect(mural.pendingChanges == ["name": "Mine", "likes": 50])
    #expect(mural.snapshot.node["likes"].int == 4)
    #expect(mural.about == "new")
    #expect(try await Mural.find("m1")?.name == "Great")
  }

  @Test("what the closure throws passes unchanged and nothing is written")
  func closureThrows() async throws {
    let mural = try #require(try await Mural.find("m1"))
    await #expect(throws: Enough.self) {
      try await mural.transaction {
        $0.likes += 1
        throw Enough()
      }
    }
    #expect(mural.likes == 3)
    #expect(try await Database.current.commitCount() == 0)
  }

  @Test("a node that is gone is an error, and the model stays what it was")
  func gone() async throws {
    let mural = try #require(try await Mural.find("m1"))
    try await Database.current.remove("murals/m1")
    await expectError(.notFound, at: "murals/m1") { try await mural.transaction { $0.likes += 1 } }
    #expect(mural.likes == 3)
    #expect(try await Mural.find("m1") == nil)
  }

  @Test("a node that cannot be read is a typed error")
  func unreadable() async throws {
    let mural = try #require(try await Mural.find("m1"))
    try await Database.current.set("murals/m1/likes", "many")
    await expectError(.typeMismatch, at: "murals/m1/likes") { try await mural.transaction { $0.name = "x" } }
  }

  @Test("a refused one leaves the model as it was")
  func refused() async throws {
    let database = try Database.inMemory(Sample.tree, policy: Lockable("murals/m1"))
    let mural = try #require(try await Mural.find("m1", in: database))
    await expectError(.permissionDenied) { try await mural.transaction { $0.likes += 1 } }
    #expect(mural.likes == 3)
  }

  @Test("keeps fields it does not know, server values and the priority")
  func keeps() async throws {
    try await Database.current.set("murals/m1", ["name": "Great", "addedByNewerApp": 1], priority: 5)
    let mural = try #require(try await Mural.find("m1"))
    try await mural.transaction {
      $0.seenAt = .now
      $0[raw: "likes"] = .increment(by: Int64(2))
    }
    let commit = try await Database.current.commit(after: 1)
    #expect(mural.seenAt == .at(milliseconds: commit.milliseconds))
    #expect(mural.likes == 2)
    let stored = try await Database.current.get("murals/m1")
    #expect(stored["addedByNewerApp"].int == 1)
    #expect(stored.priority == 5)
    #expect(mural.snapshot.node.priority == 5)
  }

  @Test("works on a model of which only the key is known, and from a part of one")
  func keyOnlyAndParts() async throws {
    let mural = Mural.keyOnly("m1")
    try await mural.transaction { $0.likes += 1 }
    #expect(mural.isLoaded)
    #expect(mural.name == "Great")
    try await mural.address.transaction { $0.city = ($0.city ?? "") + "!" }
    #expect(try await Mural.find("m1")?.address.city == "Orange!")
  }
}
