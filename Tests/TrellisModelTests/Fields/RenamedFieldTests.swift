import TestSupport
import Testing
import Trellis
import TrellisTesting

/// Fields that had another name in older versions of an app.
@Suite(.inMemoryDatabase(["books": ["old": ["title": "Old", "pages": 3], "new": ["name": "New"], "both": ["name": "N", "title": "T"]]]))
struct RenamedFieldTests {
  private final class Book: Model, Queryable, Insertable, PropertyWritable {
    static let collection: TreePath = "books"
    @Field("name", was: "title", "heading") var name: String?
    @Field("size/pages", .required, was: "pages") var pages = 1
    @Child("cover") var cover: Cover
  }

  private final class Shelf: Model, Queryable {
    static let collection: TreePath = "books"
    @Field("name", .required, was: "title") var name = ""
  }

  private final class Cover: Model { @Field("colour", was: "color") var colour: String? }

  private func book(_ key: TreeKey) async throws -> Book { try #require(try await Book.find(key)) }

  @Test("it reads from where it was, while nothing stands at its place")
  func reading() async throws {
    try await Database.current.update(
      "books", ["new/pages": 9, "both/size/pages": 4, "both/pages": 5, "last": ["heading": "H", "pages": 1]])
    #expect(try await book("old").name == "Old")
    #expect(try await book("old").pages == 3)
    #expect(try await book("new").name == "New")
    #expect(try await book("both").name == "N")
    #expect(try await book("both").pages == 4)
    #expect(try await book("last").name == "H")
  }

  @Test("assigning moves it, all in one write; clearing clears it everywhere")
  func moving() async throws {
    let old = try await book("old")
    old.name = "Newer"
    old.pages += 1
    #expect(old.name == "Newer")
    #expect(old.pages == 4)
    try await old.save()
    #expect(try await Database.current.json("books/old") == #"{"name":"Newer","size":{"pages":4}}"#)
    #expect(try await Database.current.commitCount() == 1)
    try await Database.current.update("books/old", ["title": "Again", "name": nil])
    let again = try await book("old")
    try await again.set(\.$name, to: nil)
    #expect(again.name == nil)
    #expect(try await Database.current.json("books/old") == #"{"size":{"pages":4}}"#)
  }

  @Test("a required field may stand under either name")
  func required() async throws {
    #expect(try await Shelf.all().map(\.name) == ["N", "New", "Old"])
    try await Database.current.set("books/bare", ["pages": 1])
    await expectError(.typeMismatch, at: "books/bare/name") { try await Shelf.find("bare") }
    await expectError(.typeMismatch, at: "books/new/size/pages") { try await book("new") }
  }

  @Test("what stands under a former name is of the type, too")
  func unreadable() async throws {
    try await Database.current.set("books/old/title", 7)
    await expectError(.typeMismatch, at: "books/old/name") { try await book("old") }
    try await Database.current.update("books/both", ["title": 7, "pages": 1])
    #expect(try await book("both").name == "N")
  }

  @Test("counting goes on from where the number stands")
  func counting() async throws {
    let old = try await book("old")
    #expect(try await old.increment(\.$pages, by: 2) == 5)
    #expect(try await Database.current.json("books/old") == #"{"size":{"pages":5},"title":"Old"}"#)
    #expect(try await old.increment(\.$pages) == 6)
    try await Database.current.update("books/both", ["pages": 1])
    let both = try await book("both")
    await expectError(.invalid, at: "books/both/size/pages", saying: ["former name"]) {
      try await Database.current.batch { try $0.increment(both, \.$pages) }
    }
  }

  @Test("nested models' fields as well")
  func nested() async throws {
    try await Database.current.set("books/old/cover", ["color": "red"])
    let old = try await book("old")
    #expect(old.cover.colour == "red")
    old.cover.colour = "blue"
    try await old.save()
    #expect(try await Database.current.json("books/old/cover") == #"{"colour":"blue"}"#)
    #expect(try await Book.where(\.$cover.$colour, equals: "blue").count() == 1)
  }

  @Test("adopting moves what stands under a former name, and nothing else")
  func adopting() async throws {
    let old = try await book("old")
    old.adoptNewNames()
    #expect(old.pendingChanges == ["name": "Old", "title": nil, "size/pages": 3, "pages": nil])
    try await old.save()
    old.adoptNewNames()
    #expect(!old.hasChanges)
    try await Database.current.set("books/both/pages", 1)
    let both = try await book("both")
    both.adoptNewNames()
    #expect(Set(both.pendingChanges.keys) == ["size/pages", "pages"])
  }
}
