import TestSupport
import Testing
import TrellisDatabase
import TrellisEngine
import TrellisTree

/// Handles: independent databases, the current one, the one that is none.
@Suite struct DatabaseTests {
  @Test("two databases know nothing of one another")
  func independent() async throws {
    let (one, two) = (Database.inMemory(), try Database.inMemory(["a": "two"]))
    var seen = two.observe("/").makeAsyncIterator()
    _ = try await seen.next()
    try await one.set("a", "one")
    #expect(try await one.get("a").string == "one")
    #expect(try await two.get("a").string == "two")
    #expect(try await two.set("b", 1).number == 1)
    #expect(try await seen.next()?.tree == ["a": "two", "b": 1])
    try await one.close()
    #expect(try await two.get("a").string == "two")
    #expect(!one.isSame(as: two))
  }

  @Test("handles to one database share the tree, whoever asks")
  func handles() async throws {
    let database = Database.inMemory()
    let alice = database.as(Auth(uid: "alice", token: ["role": "editor"]))
    try await alice.set("a", 1)
    #expect(try await database.get("a").int == 1)
    #expect(alice.isSame(as: database))
    #expect(alice.auth?.uid == "alice" && database.auth == nil && alice.as(nil).auth == nil)
    #expect(try await alice.set("a", 2).origin == "alice")
    #expect(try await database.set("a", 3).origin == nil)
  }

  @Test("withCurrent sets the current database for its body and its child tasks")
  func current() async throws {
    let (outer, inner) = (Database.inMemory(), Database.inMemory())
    try await Database.withCurrent(outer) {
      #expect(Database.current.isSame(as: outer))
      try await Database.withCurrent(inner) {
        try await Database.current.set("a", 1)
        async let child = Database.current.isSame(as: inner)
        #expect(await child)
        #expect(await Task { Database.current.isSame(as: inner) }.value)
      }
      #expect(Database.current.isSame(as: outer))
    }
    #expect(try await inner.get("a").int == 1)
    #expect(try await !outer.get("a").exists)
  }

  @Test("a database that is none says what to do")
  func unbound() async throws {
    let none = Database.unbound
    let words = ["Database.setDefault", "Database.withCurrent", "in:"]
    await expectError(.disconnected, at: "a", saying: words) { try await none.get("a") }
    await expectError(.disconnected, at: "a", saying: words) { try await none.get(TreeQuery("a")) }
    await expectError(.disconnected, at: "a", saying: words) { try await none.set("a", 1) }
    await expectError(.disconnected, at: "a", saying: words) { _ = try await none.transaction("a") { _ in 1 } }
    await expectError(.disconnected, at: "a", saying: words) { for try await _ in none.observe("a") {} }
    await expectError(.disconnected, saying: words) { for try await _ in none.commits(since: 0) {} }
    await expectError(.disconnected, saying: words) { try await none.snapshot() }
    await expectError(.disconnected, saying: words) { try await none.commitNumber() }
    await expectError(.disconnected, saying: words) { try await none.flush() }
    try await none.close()
  }

  @Test("errors are told apart by their codes and described with place and message")
  func errors() {
    let error: any Error = TrellisError(.conflict, at: "a/b", "what happened")
    #expect(TrellisError.Code.conflict ~= error)
    #expect(!(TrellisError.Code.closed ~= error))
    #expect(!(TrellisError.Code.conflict ~= CancellationError()))
    #expect("\(error)" == "conflict at /a/b: what happened")
    #expect("\(TrellisError(.closed, "gone"))" == "closed: gone")
  }

  @Test("a snapshot of a place can be decoded; what does not fit is named")
  func decoding() async throws {
    struct Card: Decodable, Equatable {
      var name: String
      var born: Int?
    }
    let database = try Database.inMemory(["cards": ["a": ["name": "Ana", "born": 1990], "b": ["name": 5]]])
    let node = try await database.get("cards")
    let cards = Snapshot(database: database, path: "cards", node: node)
    #expect(try cards.child("a").decode(Card.self) == Card(name: "Ana", born: 1990))
    #expect(cards.child("a").path == "cards/a" && cards.child("nobody/here").exists == false)
    await expectError(.typeMismatch) { try cards.child("b").decode(Card.self) }
    #expect(!Snapshot.keyOnly("cards/a", in: database).isLoaded)
    #expect(!Snapshot.unbound.exists)
  }
}
