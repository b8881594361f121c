import Synchronization
import TestSupport
import Testing
import Trellis
import TrellisTesting

/// Changes of what is stored that are made once in each database.
@Suite(.inMemoryDatabase(), .hangGuard)
struct MigrationTests {
  private final class Item: Model, Queryable, Insertable, PropertyWritable {
    static let collection: TreePath = "items"
    @Field("name", was: "title") var name: String?
    @Field("size") var size: Int?
    @Field("changedAt", maintained: .onSave) var changedAt: ServerTime?
    override func validate() throws { if size == 13 { throw Unlucky() } }
  }

  private struct Unlucky: Error {}

  private let sizes = Migration("sizes", of: Item.self) { item in
    if let text = item[raw: "size"].string { item.size = Int(text) }
  }

  private func fill(_ count: Int) async throws {
    let rows = try (0..<count).map { (try TreeKey("i\(100 + $0)"), ["size": .string("\($0 + 20)"), "title": "t"] as Tree) }
    try await Database.current.set("items", .branch(rows))
  }

  private func run(_ migrations: [Migration], in database: Database = .current) async throws -> [String] {
    var told: [String] = []
    try await database.migrate(migrations, pagesOf: 4) { told.append($0.description) }
    return told
  }

  @Test("each member once, a page a commit, and never again")
  func once() async throws {
    try await fill(10)
    #expect(try await run([sizes]) == ["sizes: 4 of 10, 4 changed", "sizes: 8 of 10, 8 changed", "sizes: 10 of 10, 10 changed, finished"])
    #expect(try await Item.all().map(\.size) == (20..<30).map(\.self))
    #expect(try await Database.current.commitCount() == 4)
    try await Database.current.set("items/late", ["name": "l"])
    #expect(try await run([sizes]) == [])
    #expect(try await Database.current.json("migrations/sizes/done") == "10")
  }

  @Test("members that are left alone are not written, and maintained times stay")
  func untouched() async throws {
    try await Database.current.set("items", ["a": ["size": 1, "changedAt": 5], "b": ["size": "2", "changedAt": 5]])
    #expect(try await run([sizes]) == ["sizes: 2 of 2, 1 changed, finished"])
    #expect(try await Database.current.json("items") == #"{"a":{"changedAt":5,"size":1},"b":{"changedAt":5,"size":2}}"#)
  }

  @Test("an empty collection, and one that fills whole pages")
  func ends() async throws {
    #expect(try await run([sizes]) == ["sizes: 0 of 0, 0 changed, finished"])
    try await fill(4)
    let again = Migration("again", of: Item.self) { $0.adoptNewNames() }
    #expect(
      try await run([sizes, again])
        == ["again: 4 of 4, 0 changed", "again: 4 of 4, 0 changed, finished"].map {
          $0.replacing(", 0 changed", with: ", 4 changed")
        })
    #expect(try await Item.where(\.$name, equals: "t").count() == 4)
  }

  @Test("stopped by an error it goes on where it was, and changes no member twice")
  func resuming() async throws {
    try await fill(10)
    let fails = Mutex(true)
    let counted = Migration("count", of: Item.self) { item in
      if item.key == "i106", fails.withLock({ $0 }) { throw Unlucky() }
      item[raw: "seen"] = .int((item[raw: "seen"].int ?? 0) + 1)
    }
    await #expect(throws: Unlucky.self) { try await run([counted]) }
    #expect(try await Database.current.json("migrations/count/done") == "4")
    fails.withLock { $0 = false }
    #expect(try await run([counted]).first == "count: 8 of 10, 8 changed")
    #expect(try await Database.current.get("items").children.map { $0.node["seen"].int } == Array(repeating: 1, count: 10))
  }

  @Test("a member that is wrong afterwards stops it, with nothing of its page written")
  func invalid() async throws {
    try await fill(3)
    let wrong = Migration("wrong", of: Item.self) { $0.size = 13 }
    await #expect(throws: Unlucky.self) { try await run([wrong]) }
    #expect(try await Database.current.commitCount() == 1)
  }

  @Test("a member that somebody writes meanwhile is looked at again")
  func race() async throws {
    let store = try TestDatastore(["items": ["a": ["size": "1"], "b": ["size": "2"]]]) { inner, _, number in
      guard number == 1 else { return }
      _ = try await inner.write(try .set("items/b/size", "7"), as: nil)
    }
    #expect(try await run([sizes], in: Database(store)) == ["sizes: 2 of 2, 2 changed, finished"])
    #expect(try await Database(store).json("items") == #"{"a":{"size":1},"b":{"size":7}}"#)
  }

  @Test("two at once do it once")
  func together() async throws {
    try await fill(20)
    let counted = Migration("count", of: Item.self) { $0[raw: "seen"] = .int(($0[raw: "seen"].int ?? 0) + 1) }
    let database = Database.current
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { try await database.migrate([counted], pagesOf: 3) } }
      try await group.waitForAll()
    }
    #expect(try await database.get("items").children.allSatisfy { $0.node["seen"].int == 1 })
  }

  @Test("cancelled, it stops between two pages")
  func cancelled() async throws {
    try await fill(10)
    let database = Database.current
    let counted = Migration("count", of: Item.self) { $0[raw: "seen"] = true }
    let task = Task {
      try await database.migrate([counted], pagesOf: 4) { _ in withUnsafeCurrentTask { $0?.cancel() } }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await database.json("migrations/count/done") == "4")
  }

  @Test("members elsewhere, and the record elsewhere")
  func elsewhere() async throws {
    try await Database.current.set("users/a/items/x", ["size": "3"])
    let nested = Migration("nested", of: Item.self, at: "users/a/items") { $0.size = $0[raw: "size"].string.flatMap { Int($0) } }
    try await Database.current.migrate([nested], at: "system/done")
    #expect(try await Database.current.json("users/a/items") == #"{"x":{"size":3}}"#)
    #expect(try await Database.current.get("system/done/nested/finishedAt").exists)
  }
}
