import TestSupport
import Testing
import Trellis
import TrellisTesting

/// O-06: empty lists, empty maps and nil in a typed model.
@Suite(.inMemoryDatabase())
struct EmptyValuesTests {
  private final class Note: Model, Queryable, Insertable, PropertyWritable {
    static let collection: TreePath = "notes"
    @Field("title", .required) var title = ""
    @Field("tags") var tags: [String] = []
    @Field("meta") var meta: [String: Double] = [:]
    @Field("body") var body: String?
  }

  private func insert() async throws -> Note {
    try await Note.insert(as: "n1") {
      $0.title = "t"
      $0.tags = []
      $0.meta = [:]
      $0.body = nil
    }
  }

  @Test("O-06.1 and 2: empty values store nothing")
  func inserting() async throws {
    _ = try await insert()
    #expect(try await Database.current.json("notes/n1") == #"{"title":"t"}"#)
  }

  @Test("O-06.3: what was inserted comes back, empty and nil")
  func fetching() async throws {
    let inserted = try await insert()
    let note = try #require(try await Note.find("n1"))
    for one in [inserted, note] {
      #expect(one.title == "t")
      #expect(one.tags == [])
      #expect(one.meta == [:])
      #expect(one.body == nil)
    }
  }

  @Test("O-06.4: set to something, then to empty again")
  func emptying() async throws {
    let note = try await insert()
    note.tags = ["a"]
    try await note.save()
    #expect(try await Database.current.json("notes/n1") == #"{"tags":{"0":"a"},"title":"t"}"#)
    note.tags = []
    try await note.save()
    #expect(try await Database.current.json("notes/n1") == #"{"title":"t"}"#)
    #expect(note.tags == [])
    #expect(try await Note.find("n1")?.tags == [])
  }

  @Test("O-06.5: a row without its title is a typed error that names field and row; others still decode")
  func missingTitle() async throws {
    _ = try await insert()
    try await Database.current.set("notes/n2", ["tags": ["a"]])
    await expectError(.typeMismatch, at: "notes/n2/title") { try await Note.find("n2") }
    await expectError(.typeMismatch, at: "notes/n2/title") { try await Note.all() }
    #expect(try await Note.query().skippingUnreadable().fetch().map(\.title) == ["t"])
  }

  @Test("elements that are empty leave their places free")
  func emptyElements() async throws {
    try await expectReads(["0": ["a"], "2": ["b"]], as: [["a"], [], ["b"]])
    let row = try await Holder<[[Int]]>.insert { $0.value = [[], [1]] }
    #expect(row.value == [[], [1]])
    #expect(try await Database.current.json(row.snapshot.path) == #"{"value":{"1":{"0":1}}}"#)
  }

  @Test("an empty text and a zero are values")
  func emptyTexts() async throws {
    let note = try await insert()
    note.body = ""
    note.meta = ["zero": 0]
    try await note.save()
    #expect(try await Database.current.json("notes/n1") == #"{"body":"","meta":{"zero":0.0},"title":"t"}"#)
    #expect(try await Note.find("n1")?.body == "")
  }
}
