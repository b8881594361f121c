import TestSupport
import Testing
import Trellis
import TrellisTesting

@Suite(.inMemoryDatabase(Sample.tree))
struct FindTests {
  @Test("one member by its key")
  func one() async throws {
    let mary = try #require(try await Artist.find("a1"))
    #expect(mary.key == "a1")
    #expect(mary.fullName == "Mary Smith")
    #expect(mary.isLoaded)
    #expect(mary.exists)
    #expect(mary.snapshot.path == "artists/a1")
    #expect(mary.description == "Artist(/artists/a1)")
  }

  @Test("a key without a member gives nil, never a hollow model")
  func missing() async throws {
    #expect(try await Artist.find("nobody") == nil)
    let key: TreeKey = "nobody"
    #expect(try await Artist.find(key) == nil)
    #expect(try await Artist.find("nobody" as String) == nil)
  }

  @Test("several members in the order asked for, in one round trip; those that are missing are left out")
  func many() async throws {
    let store = try TestDatastore(Sample.tree)
    let artists = try await Artist.find(["a3", "nobody", "a1", "a3"], in: Database(store))
    #expect(artists.map(\.key) == ["a3", "a1", "a3"])
    #expect(store.reads == 1)
    #expect(try await Artist.find([], in: Database(store)).isEmpty)
  }

  @Test(
    "O-19.2: a text that is no key is a typed error with the offending text, never a crash",
    arguments: ["a.b", "a/b", "", "#", "$x", "[0]", "a\u{0}", "\u{7f}", String(repeating: "k", count: 769)])
  func illegal(text: String) async throws {
    let error = await expectError(.invalid, at: "artists") { try await Artist.find(text) }
    let cause = try #require(error?.underlying as? TreePath.Invalid)
    #expect(cause.text == text)
    if !text.isEmpty, text.utf8.count < 100 { #expect(error?.message.contains(text) == true) }
  }

  @Test("keys that Swift calls equal texts are different members")
  func unicode() async throws {
    try await Database.current.update("artists", ["\u{e9}": ["firstName": "one"], "e\u{301}": ["firstName": "two"]])
    #expect(try await Artist.find("\u{e9}" as String)?.firstName == "one")
    #expect(try await Artist.find("e\u{301}" as String)?.firstName == "two")
    let both = try await Artist.find(["\u{e9}", "e\u{301}"])
    #expect(both.map(\.firstName) == ["one", "two"])
    #expect(both[0] != both[1])
  }

  @Test("all members come by priority, then key")
  func all() async throws {
    #expect(try await Artist.all().map(\.key) == ["a1", "a2", "a3", "a4"])
    try await Database.current.setPriority("artists/a3", 1)
    try await Database.current.setPriority("artists/a1", "z")
    #expect(try await Artist.all().map(\.key) == ["a2", "a4", "a3", "a1"])
  }

  @Test("O-01: keys that look like numbers come first, by value")
  func numericKeys() async throws {
    let keys: [TreeKey] = ["10", "9", "-5", "0", "007", "7", "2147483648", "2147483647", "a", "B", "-Nabc"]
    try await Database.current.set("artists", .branch(keys.map { ($0, ["born": 1]) }))
    let sorted: [TreeKey] = ["-5", "0", "7", "007", "9", "10", "2147483647", "-Nabc", "2147483648", "B", "a"]
    #expect(try await Artist.all().map(\.key) == sorted)
    #expect(try await Artist.orderedByKey().first(4).fetch().map(\.key) == ["-5", "0", "7", "007"])
    #expect(try await Artist.orderedByKey().last(3).fetch().map(\.key) == ["2147483648", "B", "a"])
  }

  @Test("an empty collection has no members")
  func empty() async throws {
    try await Database.current.remove("artists")
    #expect(try await Artist.all().isEmpty)
    #expect(try await Artist.query().fetchFirst() == nil)
    #expect(try await Artist.query().count() == 0)
  }

  @Test("who may not read is told so")
  func refused() async throws {
    let database = try Database.inMemory(Sample.tree, policy: MembersOnly())
    await expectError(.permissionDenied) { try await Artist.all(in: database) }
    await expectError(.permissionDenied) { try await Artist.find("a1", in: database) }
    await expectError(.permissionDenied) { try await Artist.keyOnly("a1", in: database).load() }
    let alice = database.as(Auth(uid: "alice"))
    let mary = try #require(try await Artist.find("a1", in: alice))
    try await mary.load()
    #expect(mary.snapshot.database.auth?.uid == "alice")
  }
}
