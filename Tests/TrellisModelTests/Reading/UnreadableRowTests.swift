import TestSupport
import Testing
import Trellis
import TrellisTesting

/// O-06.5: what cannot be read is a typed error naming field and row, and the rest is there for who asks.
@Suite(
  .inMemoryDatabase([
    "notes": [
      "n1": ["title": "one", "stars": 1], "n2": ["tags": ["a"], "stars": 2], "n3": ["title": "three", "stars": 2.5],
      "n4": ["title": 4, "stars": 4], "n5": ["title": "five", "stars": 5],
    ]
  ]))
struct UnreadableRowTests {
  private final class Note: Model, Queryable, PropertyWritable {
    static let collection: TreePath = "notes"
    @Field("title", .required) var title = ""
    @Field("tags") var tags: [String] = []
    @Field("stars") var stars: Int?
  }

  @Test("O-06.5: the error names field and row, what is stored and what is declared")
  func errors() async throws {
    let missing = await expectError(.typeMismatch, at: "notes/n2/title") { try await Note.find("n2") }
    #expect(missing?.message.contains("required") == true)
    let fraction = await expectError(.typeMismatch, at: "notes/n3/stars") { try await Note.find("n3") }
    #expect(fraction?.message.contains("Int") == true)
    #expect(fraction?.message.contains("2.5") == true)
    let number = await expectError(.typeMismatch, at: "notes/n4/title") { try await Note.find("n4") }
    #expect(number?.message.contains("String") == true)
    #expect(number?.message.contains("4") == true)
    #expect(number?.description.contains("/notes/n4/title") == true)
  }

  @Test("O-06.5: a list with such a row is an error, also when the row is asked for by key")
  func lists() async throws {
    await expectError(.typeMismatch, at: "notes/n2/title") { try await Note.all() }
    await expectError(.typeMismatch, at: "notes/n4/title") { try await Note.find(["n1", "n4", "n2"]) }
    await expectError(.typeMismatch, at: "notes/n3/stars") { try await Note.where(\.$stars, in: 2...3).last(1).fetch() }
  }

  @Test("O-06.5: other rows of the same list still decode, if asked for")
  func skipping() async throws {
    #expect(try await Note.query().skippingUnreadable().fetch().map(\.title) == ["one", "five"])
    #expect(try await Note.query().skippingUnreadable().fetchFirst()?.title == "one")
    #expect(try await Note.ordered(by: \.$stars).last(4).skippingUnreadable().fetch().map(\.title) == ["five"])
    #expect(try await Note.orderedByKey().skippingUnreadable().first(3).fetch().map(\.title) == ["one"])
  }

  @Test("the first readable one is found behind unreadable ones")
  func firstReadable() async throws {
    try await Database.current.remove("notes/n1")
    #expect(try await Note.query().skippingUnreadable().fetchFirst()?.title == "five")
    await expectError(.typeMismatch, at: "notes/n2/title") { try await Note.query().fetchFirst() }
  }

  @Test("pages leave them out too, and go on behind them")
  func pages() async throws {
    var titles: [[String]] = []
    for try await page in Note.query().skippingUnreadable().pages(of: 2) { titles.append(page.map(\.title)) }
    #expect(titles.flatMap(\.self) == ["one", "five"])
    await expectError(.typeMismatch, at: "notes/n2/title") { for try await _ in Note.query().pages(of: 2) {} }
  }

  @Test("rows that are not asked for do no harm")
  func otherRows() async throws {
    #expect(try await Note.find(["n5", "n1"]).map(\.title) == ["five", "one"])
    #expect(try await Note.orderedByKey().first(1).fetch().map(\.title) == ["one"])
    #expect(try await Note.query().count() == 5)
  }

  @Test("links to such a member are an error when loaded, alone and together")
  func links() async throws {
    final class Board: Model, Queryable {
      static let collection: TreePath = "boards"
      @Links("notes") var notes: Linked<Note>
    }
    try await Database.current.set("boards/b1", ["notes": ["n1": true, "n4": true]])
    let board = try #require(try await Board.find("b1"))
    await expectError(.typeMismatch, at: "notes/n4/title") { try await board.notes.load() }
    await expectError(.typeMismatch, at: "notes/n4/title") { try await [board].load(\.notes) }
  }

  @Test("a long text that is stored instead is shortened in the message")
  func longTexts() async throws {
    try await Database.current.set("notes/n1/stars", .string(String(repeating: "x", count: 5000)))
    let error = await expectError(.typeMismatch, at: "notes/n1/stars") { try await Note.find("n1") }
    #expect(try #require(error?.message.utf8.count) < 300)
  }
}
