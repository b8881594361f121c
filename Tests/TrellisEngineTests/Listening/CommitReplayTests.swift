import Testing
import TrellisDatabase
import TrellisEngine
import TrellisTree
import VectorSupport

/// The tree is a function of its commits in order: whoever applies them to an empty tree has the same one.
@Suite struct CommitReplayTests {
  private static let writers = 8
  private static let writesEach = 120

  @Test(
    "replaying all commits gives the same tree, each exactly once, with many writers and readers", arguments: [false, true])
  func replay(_ isJournaled: Bool) async throws {
    let random = SeededRandom.announced("commit replay, journaled: \(isJournaled)")
    let journal = TestJournal()
    let datastore = isJournaled ? try await LocalDatastore.open(journal) : LocalDatastore()
    let database = Database(datastore)
    let total = Int64(Self.writers * Self.writesEach)

    try await withThrowingTaskGroup(of: Tree?.self) { group in
      for writer in 0..<Self.writers {
        group.addTask {
          var random = SeededRandom(seed: random.seed &+ UInt64(writer))
          for _ in 0..<Self.writesEach { try await Self.write(&random, database) }
          return nil
        }
      }
      for _ in 0..<3 { group.addTask { try await Self.follow(database, through: total) } }
      var replicas: [Tree] = []
      for try await replica in group { if let replica { replicas.append(replica) } }
      let tree = try await database.get("/").tree
      #expect(replicas.count == 3)
      for replica in replicas { #expect(replica.json(.export) == tree.json(.export), "seed \(random.seed)") }
      if isJournaled { #expect(try await journal.content.replayed.json(.export) == tree.json(.export), "seed \(random.seed)") }
    }
  }

  @Test("a snapshot and the commits since its number make the newest tree, whenever it was taken")
  func fromSnapshots() async throws {
    let seed = SeededRandom.announced("snapshots and commits").seed
    let database = Database.inMemory()
    #expect(try await database.commitNumber() == 0)
    let copies = try await withThrowingTaskGroup(of: [(tree: Tree, number: Int64)].self) { group in
      for writer in 0..<4 {
        group.addTask {
          var random = SeededRandom(seed: seed &+ UInt64(writer))
          for _ in 0..<50 { try await Self.write(&random, database) }
          return []
        }
      }
      group.addTask {
        var copies: [(tree: Tree, number: Int64)] = []
        while copies.last.map({ $0.number < 200 }) ?? true {
          let snapshot = try await database.snapshot()
          copies.append((try await snapshot.get("/").tree, try await snapshot.commitNumber()))
          await Task.yield()
        }
        return copies
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(try await database.commitNumber() == 200)
    let commits = try await database.commitsSoFar(through: 200)
    for (tree, number) in copies.prefix(20) + copies.suffix(20) {
      let replica = commits.drop { $0.number <= number }.flatMap(\.changes).reduce(into: tree) { $0.apply($1) }
      #expect(try await database.json() == replica.json(.export), "seed \(seed), from \(number)")
    }
  }

  /// Applies commits to an empty tree until this many have come.
  private static func follow(_ database: Database, through total: Int64) async throws -> Tree {
    var replica = Tree.null
    var last: Int64 = 0
    for try await commit in database.commits(since: 0) {
      #expect(commit.number == last + 1)
      last = commit.number
      for change in commit.changes { replica.apply(change) }
      if commit.number == total { break }
    }
    return replica
  }

  /// One write of any kind at one of few places, so that writers meet.
  private static func write(_ random: inout SeededRandom, _ database: Database) async throws {
    let keys: [TreeKey] = ["a", "b", "7", "é"]
    let path = TreePath((0..<1 + random.below(3)).map { _ in random.pick(keys) })
    switch random.below(7) {
    case 0: try await database.remove(path)
    case 1: try await database.setPriority(path, random.pick([nil, 1, "p", .timestamp]))
    case 2: try await database.set(path, .increment(by: Int64(random.below(9))))
    case 3: try await database.update(path, ["x": Tree(random.scalar()), "y/z": random.pick([nil, .timestamp, .increment(by: 1)])])
    case 4:
      let value = random.tree(levels: 1)
      try await database.transaction(path) { _ in value }
    default: try await database.set(path, random.tree(levels: 2))
    }
  }
}
