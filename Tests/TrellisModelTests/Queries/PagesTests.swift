import TestSupport
import Testing
import Trellis
import TrellisTesting

@Suite(
  .inMemoryDatabase([
    "p": ["45": ["n": 1], "2001": ["n": 2], "2002": ["n": 3], "2003": ["n": 4], "2004": ["n": 5]]
  ]), .hangGuard)
struct PagesTests {
  private final class Row: Model, Queryable, PropertyWritable {
    static let collection: TreePath = "p"
    @Field("n") var number: Int?
    @Field("group") var group: Tree
  }

  private func pages(_ query: ModelQuery<Row>, of size: Int) async throws -> [[TreeKey]] {
    var pages: [[TreeKey]] = []
    for try await page in query.pages(of: size) { pages.append(page.map(\.key)) }
    return pages
  }

  @Test("O-02: every row once, and every page but the last is full")
  func keyOrder() async throws {
    let expected: [[TreeKey]] = [["45", "2001"], ["2002", "2003"], ["2004"]]
    #expect(try await pages(Row.orderedByKey(), of: 2) == expected)
    #expect(try await pages(Row.query(), of: 2) == expected)
    #expect(try await pages(Row.ordered(by: \.$number), of: 2) == expected)
  }

  @Test("O-02: behind the last page comes nothing")
  func end() async throws {
    var iterator = Row.orderedByKey().pages(of: 2).makeAsyncIterator()
    for _ in 0..<3 { #expect(try await iterator.next() != nil) }
    #expect(try await iterator.next() == nil)
    #expect(try await iterator.next() == nil)
  }

  @Test("O-02: a key that needs escaping elsewhere is no trouble")
  func escapedKey() async throws {
    try await Database.current.set("p", ["a\"b\\c": ["n": 1], "b": ["n": 2], "A": ["n": 3]])
    #expect(try await pages(Row.orderedByKey(), of: 1) == [["A"], ["a\"b\\c"], ["b"]])
  }

  @Test("a page that ends with the last row is followed by none", arguments: [1, 2, 3, 4, 5, 6, 100])
  func sizes(size: Int) async throws {
    for query in [Row.query(), Row.orderedByKey(), Row.ordered(by: \.$group)] {
      let found = try await pages(query, of: size)
      #expect(found.flatMap(\.self) == ["45", "2001", "2002", "2003", "2004"])
      #expect(found.dropLast().allSatisfy { $0.count == size })
      #expect(found.count == (5 + size - 1) / size)
    }
  }

  @Test("a limit counts over all pages")
  func limits() async throws {
    #expect(try await pages(Row.orderedByKey().first(3), of: 2) == [["45", "2001"], ["2002"]])
    #expect(try await pages(Row.orderedByKey().first(4), of: 2) == [["45", "2001"], ["2002", "2003"]])
    #expect(try await pages(Row.first(1), of: 2) == [["45"]])
    #expect(try await pages(Row.where(\.$number, in: 2...).first(100), of: 3) == [["2001", "2002", "2003"], ["2004"]])
  }

  @Test("a range holds on every page")
  func ranges() async throws {
    #expect(try await pages(Row.where(\.$number, in: 2...4), of: 2) == [["2001", "2002"], ["2003"]])
    #expect(try await pages(Row.where(\.$number, equals: 3), of: 2) == [["2002"]])
    #expect(try await pages(Row.where(missing: \.$number), of: 2) == [])
  }

  @Test("rows with one value, without a value, and with a branch for a value are passed one by one")
  func ties() async throws {
    let rows: [(TreeKey, Tree)] = try (0..<12).map {
      let group: Tree = [.null, 1, "x", ["branch": 1]][$0 % 4]
      return (try TreeKey("r\(10 + $0)"), ["n": .int(Int64($0)), "group": group])
    }
    try await Database.current.set("p", .branch(rows))
    let order = try await Row.ordered(by: \.$group).fetch().map(\.key)
    #expect(order.count == 12)
    for size in 1...5 { #expect(try await pages(Row.ordered(by: \.$group), of: size).flatMap(\.self) == order) }
  }

  @Test("priorities in the default order")
  func priorities() async throws {
    for (key, priority) in [("45", 2), ("2003", 2), ("2001", "x")] as [(TreeKey, Tree)] {
      try await Database.current.setPriority(TreePath([TreeKey("p"), key]), priority)
    }
    #expect(try await pages(Row.query(), of: 2) == [["2002", "2004"], ["45", "2003"], ["2001"]])
  }

  @Test("a page has at least one member", arguments: [0, -1])
  func noSize(size: Int) async throws {
    await expectError(.invalid, at: "p") { try await pages(Row.query(), of: size) }
  }

  @Test("pages go forward: a last limit is refused")
  func last() async throws {
    await expectError(.invalid, at: "p") { try await pages(Row.query().last(2), of: 2) }
  }

  @Test("each page is read when it is asked for")
  func lazily() async throws {
    let store = try TestDatastore(try await Database.current.get(.root).tree)
    let database = Database(store)
    var iterator = Row.orderedByKey(in: database).pages(of: 2).makeAsyncIterator()
    #expect(store.reads == 0)
    #expect(try await iterator.next()?.map(\.key) == ["45", "2001"])
    #expect(store.reads == 1)
    try await database.set("p/2002a", ["n": 9])
    try await database.remove("p/2002")
    #expect(try await iterator.next()?.map(\.key) == ["2003", "2004"])
    #expect(try await iterator.next()?.map(\.key) == ["2002a"])
    #expect(try await iterator.next() == nil)
  }

  @Test("a snapshot of the database shows one state throughout")
  func snapshot() async throws {
    let pinned = try await Database.current.snapshot()
    var seen: [TreeKey] = []
    for try await page in Row.query(in: pinned).pages(of: 2) {
      seen += page.map(\.key)
      try await Database.current.remove("p")
    }
    #expect(seen == ["45", "2001", "2002", "2003", "2004"])
  }
}
