import Foundation
import Testing
import TrellisDatabase
import TrellisEngine
import TrellisTree
import VectorSupport

/// Many tasks write in every way at once. The commits, replayed one after the other, are a history in which each
/// transaction saw the value that its commit replaced.
///
/// `TRELLIS_STRESS_OPERATIONS` says how many operations there are.
@Suite struct SerializableTests {
  @Test("64 tasks: transactions, increments, updates of several places, ends of connections")
  func history() async throws {
    let seed = SeededRandom.announced("serializable history").seed
    let operations = ProcessInfo.processInfo.environment["TRELLIS_STRESS_OPERATIONS"].flatMap { Int($0) } ?? 6400
    let database = Database(LocalDatastore(history: operations * 2))
    let counts = try await withThrowingTaskGroup(of: Counts.self) { group in
      for task in 0..<64 {
        group.addTask {
          var random = SeededRandom(seed: seed &+ UInt64(task))
          var counts = Counts()
          for _ in 0..<(operations / 64) { try await Self.operate(&random, database, &counts) }
          return counts
        }
      }
      return try await group.reduce(into: Counts()) { $0.add($1) }
    }

    let number = try await database.commitNumber()
    var replica = Tree.null
    for commit in try await database.commitsSoFar(through: number) {
      for change in commit.changes where change.path.keys.first == "accounts" {
        #expect(
          change.value["saw"] == (replica[path: change.path]["count"].isNull ? 0 : replica[path: change.path]["count"]), "seed \(seed)")
      }
      for change in commit.changes { replica.apply(change) }
      for (key, value) in replica["left"].children { #expect(replica["right"][key] == value, "seed \(seed), commit \(commit.number)") }
    }
    #expect(try await database.get("/").tree == replica)
    #expect(replica["sum"].int == Int64(counts.increments) && replica["ended"].int == Int64(counts.connections))
    #expect(replica["accounts"].children.reduce(0) { $0 + ($1.value["count"].int ?? 0) } == Int64(counts.transactions))
  }

  private struct Counts: Sendable {
    var transactions = 0
    var increments = 0
    var connections = 0

    mutating func add(_ other: Counts) {
      transactions += other.transactions
      increments += other.increments
      connections += other.connections
    }
  }

  private static func operate(_ random: inout SeededRandom, _ database: Database, _ counts: inout Counts) async throws {
    switch random.below(10) {
    case 0..<4:
      let path = try TreePath("accounts/a\(random.below(6))")
      try await database.transaction(path) { value in
        let count = value["count"].int ?? 0
        return ["count": .int(count + 1), "saw": .int(count)]
      }
      counts.transactions += 1
    case 4, 5, 6:
      try await database.set("sum", .increment(by: 1))
      counts.increments += 1
    case 7, 8:
      let (key, value) = (TreeKey(listIndex: random.below(8)), Tree.int(Int64(random.below(1000))))
      try await database.update("/", [TreePath(["left", key]): value, TreePath(["right", key]): value])
    default:
      let connection = database.openConnection()
      try await connection.onDisconnect.set("ended", .increment(by: 1))
      try await connection.close()
      counts.connections += 1
    }
  }
}
