import TestSupport
import Testing
import Trellis
import TrellisTesting

/// Collections at places of their own, such as the notes of each user.
@Suite(.inMemoryDatabase(), .hangGuard)
struct ModelCollectionTests {
  private final class User: Model, Queryable, Insertable {
    static let collection: TreePath = "app/v2/users"
    @Field("name") var name: String?
    var notes: ModelCollection<Note> { members() }
  }

  private final class Note: Model, Queryable, Insertable, PropertyWritable, Deletable {
    static let collection: TreePath = "notes"
    @Field("text") var text: String?
    @Field("rank") var rank: Int?
    var replies: ModelCollection<Note> { members() }
  }

  private func alice() async throws -> User { try await User.insert(as: "alice") { $0.name = "Alice" } }

  @Test("a class may have its collection at a nested place")
  func nestedPlace() async throws {
    let user = try await alice()
    #expect(user.snapshot.path == "app/v2/users/alice")
    #expect(try await User.find("alice")?.name == "Alice")
  }

  @Test("each member has its own collection")
  func own() async throws {
    let user = try await alice()
    let note = try await user.notes.insert { $0.text = "Paint" }
    #expect(note.snapshot.path.parent == "app/v2/users/alice/notes")
    let bob = User.keyOnly("bob")
    let draft = Note()
    draft.text = "Sleep"
    try await bob.notes.insert(draft, as: "n1")
    #expect(try await user.notes.all().map(\.text) == ["Paint"])
    #expect(try await bob.notes.find("n1")?.text == "Sleep")
    #expect(try await Note.all().isEmpty)
    #expect(try await user.notes.exists(note.key))
    #expect(try await !user.notes.exists("n1"))
  }

  @Test("a draft that could not be inserted is the draft it was")
  func refused() async throws {
    let notes = ModelCollection<Note>(at: "users/a/notes")
    try await notes.insert(as: "n1") { $0.text = "one" }
    let draft = Note()
    draft.text = "two"
    await expectError(.conflict, at: "users/a/notes/n1") { try await notes.insert(draft, as: "n1") }
    #expect(draft.snapshot.path.isRoot)
    await expectError(.conflict, at: "users/a/notes/n1") { try await notes.insert(as: "n1") { $0.text = "two" } }
    await expectError(.invalid) { try await notes.insert { _ in } }
  }

  @Test("members load, save, delete and have collections themselves, wherever they are")
  func members() async throws {
    let note = try await User.keyOnly("alice").notes.insert(as: "n1") { $0.text = "a" }
    note.text = "b"
    try await note.save()
    let reply = try await note.replies.insert(as: "r1") { $0.text = "reply" }
    #expect(try await Database.current.json("app/v2/users/alice/notes/n1") == #"{"notes":{"r1":{"text":"reply"}},"text":"b"}"#)
    try await reply.transaction { $0.rank = 1 }
    try await note.load()
    try await note.delete()
    #expect(try await User.keyOnly("alice").notes.query().count() == 0)
  }

  @Test("every query, page, cursor and observation of the static functions")
  func queries() async throws {
    let notes = ModelCollection<Note>(at: "lists/a")
    for (key, rank) in [("n1", 3), ("n2", 1), ("n3", 2)] {
      try await notes.insert(as: TreeKey(key)) {
        $0.rank = rank
        $0.text = "t\(rank)"
      }
    }
    func keys(_ query: ModelQuery<Note>) async throws -> [String] { try await query.fetch().map(\.key.text) }
    #expect(try await keys(notes.ordered(by: \.$rank)) == ["n2", "n3", "n1"])
    #expect(try await keys(notes.where(\.$rank, equals: 2)) == ["n3"])
    #expect(try await keys(notes.where(\.$rank, in: 2...3)) == ["n3", "n1"])
    #expect(try await keys(notes.where(\.$rank, in: 2..<3)) == ["n3"])
    #expect(try await keys(notes.where(\.$rank, in: 2...)) == ["n3", "n1"])
    #expect(try await keys(notes.where(\.$rank, in: ...2)) == ["n2", "n3"])
    #expect(try await keys(notes.where(\.$rank, in: ..<2)) == ["n2"])
    #expect(try await keys(notes.where(\.$text, prefix: "t")) == ["n2", "n3", "n1"])
    #expect(try await keys(notes.where(missing: \.$rank)) == [])
    #expect(try await keys(notes.first(1)) == ["n1"])
    #expect(try await keys(notes.last(1)) == ["n3"])
    #expect(try await keys(notes.newest(2)) == ["n3", "n2"])
    #expect(try await notes.find(["n3", "n9", "n1"]).map(\.key) == ["n3", "n1"])
    #expect(try await notes.find([]).isEmpty)
    await expectError(.invalid, at: "lists/a") { try await notes.find("a/b" as String) }
    let page = try await notes.ordered(by: \.$rank).page(of: 2)
    #expect(try await keys(notes.ordered(by: \.$rank).after(#require(page.next))) == ["n1"])
    var updates = notes.query().observe().makeAsyncIterator()
    #expect(try await updates.next()?.map(\.snapshot.path) == ["lists/a/n1", "lists/a/n2", "lists/a/n3"])
  }

  @Test("live, as a list and as one")
  @MainActor func live() async throws {
    let notes = ModelCollection<Note>(at: "lists/a")
    let (list, one) = (LiveQuery(notes.query()), LiveModel("n1", in: notes))
    let running = [Task { await list.run() }, Task { await one.run() }]
    try await notes.insert(as: "n1") { $0.text = "a" }
    await until { list.models.first?.text == "a" && one.model?.text == "a" }
    #expect(list.models.first?.snapshot.path == "lists/a/n1")
    for task in running {
      task.cancel()
      await task.value
    }
  }

  @Test("an unreadable member is named by its place")
  func unreadable() async throws {
    try await Database.current.set("lists/a/n1", ["text": 1])
    let notes = ModelCollection<Note>(at: "lists/a")
    await expectError(.typeMismatch, at: "lists/a/n1/text") { try await notes.all() }
    await expectError(.typeMismatch, at: "lists/a/n1/text") { try await notes.find("n1") }
    await expectError(.typeMismatch, at: "lists/a/n1/text") { try await notes.find(["n1"]) }
  }
}
