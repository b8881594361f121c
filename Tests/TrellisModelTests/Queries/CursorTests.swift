import Foundation
import TestSupport
import Testing
import Trellis
import TrellisTesting

/// Pages with a place to go on from, forward and backward.
@Suite(
  .inMemoryDatabase([
    "p": ["45": ["n": 1], "2001": ["n": 2], "2002": ["n": 2], "2003": ["n": 2], "2004": ["n": 5], "a\"b\\c": ["n": "x"], "z": ["m": 1]]
  ]), .hangGuard)
struct CursorTests {
  private final class Row: Model, Queryable {
    static let collection: TreePath = "p"
    @Field("n") var number: Tree
  }

  /// Page by page, with each cursor sent through JSON.
  private func pages(_ query: ModelQuery<Row>, of size: Int) async throws -> [[TreeKey]] {
    var pages: [[TreeKey]] = []
    var next: ModelQuery<Row>? = query
    while let current = next {
      let page = try await current.page(of: size)
      pages.append(page.models.map(\.key))
      next = try page.next.map {
        let sent = try JSONEncoder().encode($0)
        let received = try JSONDecoder().decode(ModelCursor<Row>.self, from: sent)
        #expect(received == $0)
        return query.after(received)
      }
    }
    return pages
  }

  private var orders: [ModelQuery<Row>] { [Row.query(), Row.orderedByKey(), Row.ordered(by: \.$number)] }

  @Test("O-02: every row once, in order, and it ends, whatever the size", arguments: 1...8)
  func forward(size: Int) async throws {
    for query in orders {
      let all = try await query.fetch().map(\.key)
      #expect(all.count == 7)
      let found = try await pages(query, of: size)
      #expect(found.flatMap(\.self) == all)
      #expect(found.dropLast().allSatisfy { $0.count == size })
      #expect(found.count == 7 / size + 1)
    }
  }

  @Test("backward, the same the other way round", arguments: 1...8)
  func backward(size: Int) async throws {
    for query in orders {
      let all = try await query.fetch().map(\.key)
      #expect(try await query.reversed().fetch().map(\.key) == all.reversed())
      #expect(try await pages(query.reversed(), of: size).flatMap(\.self) == all.reversed())
      var streamed: [TreeKey] = []
      for try await page in query.reversed().pages(of: size) { streamed += page.map(\.key) }
      #expect(streamed == all.reversed())
    }
  }

  @Test("O-02: the last full page has a next one, which is empty")
  func end() async throws {
    try await Database.current.set("p", ["45": ["n": 1], "2001": ["n": 2], "2002": ["n": 3], "2003": ["n": 4]])
    #expect(try await pages(Row.orderedByKey(), of: 2) == [["45", "2001"], ["2002", "2003"], []])
    #expect(try await pages(Row.query().first(3), of: 2) == [["45", "2001"], ["2002"]])
    #expect(try await pages(Row.query().first(2), of: 2) == [["45", "2001"]])
    #expect(try await pages(Row.query().reversed().first(3), of: 2) == [["2003", "2002"], ["2001"]])
  }

  @Test("a range holds on every page, in both directions")
  func ranges() async throws {
    let query = Row.where(\.$number, equals: 2)
    #expect(try await pages(query, of: 2) == [["2001", "2002"], ["2003"]])
    #expect(try await pages(query.reversed(), of: 2) == [["2003", "2002"], ["2001"]])
  }

  @Test("the member at the cursor may be gone")
  func gone() async throws {
    let query = Row.orderedByKey()
    let first = try await query.page(of: 2)
    #expect(first.next?.key == "2001")
    try await Database.current.remove("p/2001")
    #expect(try await query.after(#require(first.next)).page(of: 2).models.map(\.key) == ["2002", "2003"])
  }

  @Test("a cursor of another query is refused")
  func otherQuery() async throws {
    let cursor = try #require(try await Row.ordered(by: \.$number).page(of: 5).next)
    for other in [Row.query(), Row.orderedByKey(), Row.ordered(by: \.$number).reversed(), Row.where(\.$number, equals: 1)] {
      await expectError(.invalid, at: "p", saying: ["another query"]) { try await other.after(cursor).fetch() }
    }
    let elsewhere = ModelCollection<Row>(at: "q").ordered(by: \.$number)
    await expectError(.invalid, at: "q") { try await elsewhere.after(cursor).fetch() }
    #expect(try await Row.ordered(by: \.$number).after(cursor).count() == 2)
  }

  @Test("no page has no members, nor goes against its limit")
  func impossible() async throws {
    for size in [0, -1] { await expectError(.invalid, at: "p") { try await Row.query().page(of: size) } }
    await expectError(.invalid, at: "p") { try await Row.query().last(2).page(of: 1) }
    await expectError(.invalid, at: "p") { try await Row.query().first(2).reversed().page(of: 1) }
  }

  @Test(
    "text that is no cursor is an error, not a query",
    arguments: [
      #"{"path":"/p","order":"$key","reversed":false,"branch":false,"key":"a/b"}"#,
      #"{"path":"/p","order":"a.b","reversed":false,"branch":false,"key":"a"}"#,
      #"{"path":"/p","order":"/n","reversed":false,"branch":false,"key":"a","value":"}"}"#,
    ])
  func decoding(text: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(ModelCursor<Row>.self, from: Data(text.utf8)) }
  }

  @Test("first and last count in the direction that was named before them")
  func limits() async throws {
    let keys = try await Row.orderedByKey().fetch().map(\.key)
    #expect(try await Row.orderedByKey().reversed().first(2).fetch().map(\.key) == keys.suffix(2).reversed())
    #expect(try await Row.orderedByKey().reversed().last(2).fetch().map(\.key) == keys.prefix(2).reversed())
    #expect(try await Row.orderedByKey().first(2).reversed().fetch().map(\.key) == keys.prefix(2).reversed())
    #expect(try await Row.newest(2).fetch().map(\.key) == keys.suffix(2).reversed())
    #expect(try await Row.orderedByKey().reversed().fetchFirst()?.key == keys.last)
    #expect(try await Row.orderedByKey().first(2).reversed().fetchFirst()?.key == keys[1])
    #expect(try await Row.orderedByKey().last(2).fetchFirst()?.key == keys[5])
    #expect(try await Row.query().reversed().reversed().fetchFirst()?.key == keys.first)
  }

  @Test("there or not, without reading fields")
  func existence() async throws {
    #expect(try await Row.exists("45"))
    #expect(try await !Row.exists("46"))
    #expect(try await Row.where(\.$number, equals: 5).exists())
    #expect(try await !Row.where(\.$number, equals: 7).exists())
    #expect(try await Row.query().last(1).exists())
    #expect(try await Row.where(\.$number, from: 2, through: 3).count() == 3)
  }

  @Test("observed and followed newest first")
  @MainActor func live() async throws {
    let query = Row.orderedByKey().reversed().first(2)
    var updates = query.observe().makeAsyncIterator()
    var changes = query.changes().makeAsyncIterator()
    #expect(try await updates.next()?.map(\.key.text) == ["z", "a\"b\\c"])
    #expect(try await changes.next()?.models.map(\.key.text) == ["z", "a\"b\\c"])
    let list = LiveQuery(query)
    let upsideDown = LiveQuery(query, newestFirst: true)
    let running = [Task { await list.run() }, Task { await upsideDown.run() }]
    await until { list.isLoaded && upsideDown.isLoaded }
    try await Database.current.set("p/zz", ["n": 9])
    #expect(try await updates.next()?.map(\.key.text) == ["zz", "z"])
    let change = try #require(try await changes.next())
    #expect(change.models.map(\.key.text) == ["zz", "z"])
    #expect(change.difference.insertions == [0])
    #expect(change.difference.removals == [1])
    await until { list.models.first?.key == "zz" && upsideDown.models.last?.key == "zz" }
    #expect(list.models.map(\.key.text) == ["zz", "z"])
    #expect(upsideDown.models.map(\.key.text) == ["z", "zz"])
    for task in running {
      task.cancel()
      await task.value
    }
  }
}
