import Testing
import TrellisDatabase
import TrellisEngine
import TrellisPages
import TrellisTree

/// What the engine keeps in memory: the tree, what readers hold on to, and nothing else.
@Suite struct MemoryTests {
  private static let tree: Tree = [
    "list": .branch((0..<200).map { (TreeKey(listIndex: $0), ["name": .string("number \($0)"), "n": .int(Int64($0))]) })
  ]

  private static func place(_ i: Int64) -> TreePath { TreePath(["list", TreeKey(listIndex: Int(i))]) }

  private func churn(_ database: Database, _ count: Int64 = 500) async throws {
    for i in 0..<count {
      try await database.update(Self.place(i % 200), ["n": .int(i), "name": .string("name \(i)")])
      if i % 50 == 0 { try await database.set("big", .list((0..<100).map { Tree.int($0 + i) })) }
    }
    try await database.remove("big")
  }

  private func expectNothingRetained(_ datastore: LocalDatastore, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    // Writes free what readers have let go of, a bounded number of steps each.
    for _ in 0..<100 { _ = try await datastore.write(.set("last", 0), as: nil) }
    let statistics = datastore.statistics
    #expect(statistics.retainedBytes == 0, sourceLocation: sourceLocation)
    #expect(statistics.retainedSubtrees == 0, sourceLocation: sourceLocation)
    #expect(statistics.versions == 1, sourceLocation: sourceLocation)
    #expect(statistics.pins <= 1, sourceLocation: sourceLocation)
    #expect(!statistics.hasGarbage, sourceLocation: sourceLocation)
  }

  @Test("after many writes nothing old is retained")
  func writes() async throws {
    let datastore = try LocalDatastore(Self.tree)
    try await churn(Database(datastore))
    try await expectNothingRetained(datastore)
  }

  @Test(
    "after many writes with readers that come and go nothing old is retained")
  func readers() async throws {
    // With an index each write also reads the version before it, and lets go of that in the next one.
    let datastore = try LocalDatastore(Self.tree, indexes: .declaredOnly)
    let database = Database(datastore)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await self.churn(database) }
      for _ in 0..<3 {
        group.addTask {
          var held: [TreeSnapshot] = []
          for _ in 0..<200 {
            held.append(try await database.get("/"))
            if held.count > 10 { held.removeFirst() }
            _ = try await database.get(TreeQuery("list").last(3))
            await Task.yield()
          }
        }
      }
      try await group.waitForAll()
    }
    try await expectNothingRetained(datastore)
  }

  @Test("emptied, it takes no more memory than before")
  func emptied() async throws {
    let datastore = LocalDatastore()
    let database = Database(datastore)
    try await expectNothingRetained(datastore)
    let before = datastore.statistics.liveBytes
    for _ in 0..<3 {
      try await database.set("list", Self.tree["list"])
      try await churn(database)
      try await database.remove("list")
    }
    try await expectNothingRetained(datastore)
    #expect(datastore.statistics.liveBytes == before)
  }

  @Test("a small node that is kept keeps no version of the tree with it")
  func smallNodes() async throws {
    let datastore = try LocalDatastore(Self.tree)
    let database = Database(datastore)
    var kept: [TreeSnapshot] = []
    for i in 0..<200 as Range<Int64> {
      kept.append(try await database.get(Self.place(i)))
      try await database.set(Self.place(i).appending("n"), -1)
    }
    try await expectNothingRetained(datastore)
    #expect(kept.map { $0["n"].int } == (0..<200).map { $0 })
  }

  @Test("a large node that is kept keeps its version, and only that")
  func largeNodes() async throws {
    let datastore = try LocalDatastore(Self.tree)
    let database = Database(datastore)
    var kept: TreeSnapshot? = try await database.get("list")
    try await churn(database)
    #expect(datastore.statistics.versions == 2)
    #expect(datastore.statistics.retainedBytes > 0)
    #expect(kept?.tree == Self.tree["list"])
    kept = nil
    try await expectNothingRetained(datastore)
  }

  @Test("refused and failing writes leave nothing")
  func refused() async throws {
    let datastore = LocalDatastore(policy: Policy.writable("list"))
    let database = Database(datastore)
    try await database.set("list", Self.tree["list"])
    try await database.remove("list/199")
    let before = datastore.statistics.liveBytes
    for i in 0..<100 as Range<Int64> {
      _ = try? await database.update("/", [Self.place(i): nil, "other": .list([1, 2, 3])])
      _ = try? await database.transaction(Self.place(i)) { _ in throw CancellationError() }
    }
    #expect(datastore.statistics.liveBytes == before)
    #expect(datastore.statistics.versions == 1)
  }
}
