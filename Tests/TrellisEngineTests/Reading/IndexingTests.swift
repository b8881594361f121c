import TestSupport
import Testing
import TrellisDatabase
import TrellisEngine
import TrellisPages
import TrellisQueries
import TrellisTree
import VectorSupport

/// When a database makes indexes, keeps them, and what it says of them.
@Suite(.hangGuard) struct IndexingTests {
  private static func artists(_ count: Int) -> Tree {
    .branch((0..<count).map { (TreeKey(listIndex: $0), ["lastName": .string("name \($0 * 7919 % count)"), "age": .int(Int64($0 % 50))]) })
  }

  private static func byName() throws -> TreeQuery { try TreeQuery("artists").ordered(byChild: "lastName").first(5) }

  @Test("an index is made at first use, and explained")
  func automatic() async throws {
    let datastore = try LocalDatastore(["artists": Self.artists(1000)])
    let database = Database(datastore)
    #expect(datastore.indexStatistics.count == 0)
    let plan = try await database.explain(Self.byName())
    #expect(plan.strategy == .index && plan.visited == 5 && plan.count == 1000 && plan.found == 5 && plan.advice == nil)
    #expect("\(plan)" == "/artists by lastName: index; 5 of 1000 children visited, 5 found")
    #expect(datastore.indexStatistics.count == 1 && datastore.indexStatistics.bytes > 10_000)
    #expect(try await database.explain(TreeQuery("artists").ordered(by: .key).first(2)).strategy == .keyOrder)
    #expect(datastore.indexStatistics.count == 1)
  }

  @Test("small places are scanned, unless an index is declared; without automatic ones declared ones only are made")
  func settings() async throws {
    let small = try LocalDatastore(["artists": Self.artists(50)])
    let plan = try await Database(small).explain(Self.byName())
    #expect(plan.strategy == .scan && plan.visited == 50 && plan.advice == nil && small.indexStatistics.count == 0)

    var declared = IndexSettings()
    declared.declare("artists", .child("lastName"))
    #expect(try await Database.inMemory(["artists": Self.artists(50)], indexes: declared).explain(Self.byName()).strategy == .index)

    let off = try Database.inMemory(["artists": Self.artists(1000)], indexes: .declaredOnly)
    let scan = try await off.explain(Self.byName())
    #expect(scan.strategy == .scan && scan.visited == 1000 && scan.advice?.contains("IndexSettings") == true)
    #expect(try await off.get(Self.byName()).keys == Database.inMemory(["artists": Self.artists(1000)]).get(Self.byName()).keys)
  }

  @Test("of indexes that nobody has declared the one not used for longest goes")
  func eviction() async throws {
    var settings = IndexSettings()
    settings.smallestCount = 10
    settings.mostAutomatic = 2
    settings.declare("artists", .child("age"))
    let datastore = try LocalDatastore(["artists": Self.artists(50)], indexes: settings)
    let database = Database(datastore)
    func use(_ ordering: TreeQuery.Ordering) async throws { _ = try await database.get(TreeQuery("artists").ordered(by: ordering)) }
    for ordering in [.child("age"), .child("lastName"), .value, .child("lastName"), .child("other")] as [TreeQuery.Ordering] {
      try await use(ordering)
    }
    #expect(datastore.indexStatistics.count == 3)
    #expect(try await database.explain(Self.byName()).strategy == .index, "used more lately than the one by value")
  }

  @Test("an index follows every write; a snapshot taken before is scanned and stays as it was")
  func follows() async throws {
    let database = try Database.inMemory(["artists": Self.artists(500)])
    _ = try await database.get(Self.byName())
    let before = try await database.snapshot()
    try await database.set("artists/7/lastName", " first of all")
    try await database.remove("artists/0")
    #expect(try await database.get(Self.byName()).keys.first == "7")
    #expect(try await before.get(Self.byName()).keys.first == "0")
    try await database.set("/", ["artists": Self.artists(300), "x": 1])
    #expect(try await database.get(Self.byName()).keys.first == "0")
    try await database.remove("artists")
    #expect(try await database.get(Self.byName()).isEmpty)
  }

  @Test("priorities that appear late are seen")
  func latePriorities() async throws {
    let database = try Database.inMemory(["list": .branch((0..<600).map { (TreeKey(listIndex: $0), .int(Int64($0))) })])
    let last = try TreeQuery("list").last(2)
    #expect(try await database.get(last).keys == ["598", "599"])
    try await database.setPriority("list/5", 1)
    #expect(try await database.get(last).keys == ["599", "5"])
    #expect(try await database.explain(last).strategy == .index)
  }

  @Test("whatever is written, by whomever, indexed queries find what a scan finds", arguments: 0..<3)
  func random(_ number: Int) async throws {
    let seed = SeededRandom.announced("indexed queries \(number)").seed
    var settings = IndexSettings()
    settings.smallestCount = 1
    let datastore = try LocalDatastore(["a": SeededRandom.tree(seed)], indexes: settings)
    let database = Database(datastore)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<4 as Range<UInt64> {
        group.addTask {
          var random = SeededRandom(seed: seed &+ task)
          for _ in 0..<120 { try await Self.write(&random, database) }
        }
      }
      group.addTask {
        var random = SeededRandom(seed: seed &+ 99)
        for _ in 0..<200 {
          let ordering = random.pick([.priority, .value, .child("n"), .child("d/x")] as [TreeQuery.Ordering])
          var query = try TreeQuery("a").ordered(by: ordering)
          if random.chance(percent: 50) {
            query = try random.chance(percent: 50) ? query.first(1 + random.below(9)) : query.last(1 + random.below(9))
          }
          let result = try await database.get(query)
          #expect(result.keys == query.rows(in: result.node).map(\.key), "\(query), seed \(seed)")
          await Task.yield()
        }
      }
      try await group.waitForAll()
    }
  }

  private static func write(_ random: inout SeededRandom, _ database: Database) async throws {
    let path = try TreePath("a/k\(random.below(60))")
    switch random.below(6) {
    case 0: try await database.remove(path)
    case 1: try await database.set(path.appending("n"), Tree(random.scalar()))
    case 2: try await database.set(path, Tree(random.scalar()), priority: .int(Int64(random.below(5))))
    case 3: try await database.set(path, ["d": ["x": .int(Int64(random.below(5)))]])
    case 4: try await database.update("a", ["k1/n": .int(Int64(random.below(5))), "k2": .null, "k3/d/x": "x"])
    default: if random.chance(percent: 5) { try await database.set("a", SeededRandom.tree(random.next())) }
    }
  }
}

extension SeededRandom {
  fileprivate static func tree(_ seed: UInt64) -> Tree {
    var random = SeededRandom(seed: seed)
    return .branch((0..<60).map { (TreeKey(unchecked: "k\($0)"), ["n": Tree(random.scalar())]) })
  }
}
