import TestSupport
import Testing
import TrellisDatabase
import TrellisEngine
import TrellisTree
import VectorSupport

/// Many writers on a journal that fails now and then.
@Suite(.hangGuard) struct JournalStressTests {
  @Test(
    "every write that returned is kept and visible, every write that threw is neither", arguments: 0..<4)
  func randomFailures(_ run: Int) async throws {
    let seed = SeededRandom.announced("journal stress \(run)").seed
    let failures = Locked(SeededRandom(seed: seed))
    let journal = TestJournal()
    await journal.fail { failures.withLock { $0.chance(percent: 30) } }
    let database = Database(try await LocalDatastore.open(journal))

    let follower = Task {
      var replica = Tree.null
      var last: Int64 = 0
      for try await commit in database.commits(since: 0) {
        #expect(commit.number == last + 1)
        last = commit.number
        for change in commit.changes { replica.apply(change) }
        if !replica["end"].isNull { break }
      }
      return replica
    }

    let outcomes = await withTaskGroup(of: [(TreePath, Commit?)].self) { group in
      for writer in 0..<12 {
        group.addTask {
          var random = SeededRandom(seed: seed &+ UInt64(writer))
          var outcomes: [(TreePath, Commit?)] = []
          for number in 0..<40 {
            let path = TreePath([TreeKey(listIndex: writer), TreeKey(listIndex: number)])
            do {
              let changes: [TreePath: Tree] = [path: .int(Int64(number)), "sum": .increment(by: 1)]
              outcomes.append((path, try await database.update("/", changes)))
            } catch TrellisError.Code.storageFailed {
              outcomes.append((path, nil))
            } catch {
              Issue.record("\(error), seed \(seed)")
            }
            if random.chance(percent: 20) { try? await database.flush() }
            if random.chance(percent: 20) { await Task.yield() }
          }
          return outcomes
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }

    await journal.fail { false }
    try await database.set("end", 1)
    let tree = try await database.get("/").tree
    let kept = outcomes.filter { $0.1 != nil }
    #expect(kept.count > 0 && kept.count < outcomes.count, "seed \(seed)")
    #expect(tree["sum"].int == Int64(kept.count), "seed \(seed)")
    for (path, commit) in outcomes { #expect(tree[path: path].isNull == (commit == nil), "seed \(seed)") }
    #expect(Set(kept.map { $0.1?.number }).count == kept.count, "seed \(seed)")
    #expect(try await journal.content.replayed == tree, "seed \(seed)")
    #expect(await journal.content.commits.map(\.number) == Array(1...Int64(kept.count + 1)), "seed \(seed)")
    #expect(try await follower.value == tree, "seed \(seed)")
  }
}
