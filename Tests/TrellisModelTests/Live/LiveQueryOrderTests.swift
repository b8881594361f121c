import TestSupport
import Testing
import Trellis
import TrellisTesting

/// A live list shows, after whatever changes, what a fetch would find, with the same instances for the same rows.
@Suite(.inMemoryDatabase(), .hangGuard)
struct LiveQueryOrderTests {
  private final class Row: Model, Queryable {
    static let collection: TreePath = "rows"
    @Field("rank") var rank: Int?
    @Field("text") var text: String?
  }

  private func key(_ number: Int) -> TreePath { TreePath([TreeKey("rows"), TreeKey(number)]) }

  @Test("rows that come, go, move and change, one by one and several at once", arguments: [false, true], [false, true])
  @MainActor func everyChange(newestFirst: Bool, isLimited: Bool) async throws {
    let database = Database.current
    var query = Row.ordered(by: \.$rank)
    if isLimited { query = query.last(5) }
    let list = LiveQuery(query, newestFirst: newestFirst)
    let running = Task { await list.run() }
    await until { list.isLoaded }
    var known: [TreeKey: Row] = [:]
    // A walk that repeats itself: no two steps leave the same.
    for step in 1...120 {
      let (number, rank) = (step * 7 % 11, step * 5 % 13)
      switch step % 6 {
      case 0: try await database.remove(key(number))
      case 1, 2: try await database.update(key(number), ["rank": .int(Int64(rank))])
      case 3: try await database.update(key(number), ["text": .string("step \(step)")])
      case 4: try await database.update("rows", [TreePath([TreeKey(number), "rank"]): 3, TreePath([TreeKey(number + 1), "rank"]): 4])
      default: try await database.set(key(number), ["rank": .int(Int64(rank)), "text": .string("step \(step)")])
      }
      let expected = try await query.fetch()
      let order = newestFirst ? expected.reversed() : expected
      await until { list.models == order && list.models.map(\.text) == order.map(\.text) && list.models.map(\.rank) == order.map(\.rank) }
      for model in list.models {
        if let before = known[model.key] { #expect(before === model, "another instance for \(model.key) after step \(step)") }
      }
      known = Dictionary(uniqueKeysWithValues: list.models.map { ($0.key, $0) })
    }
    running.cancel()
    await running.value
  }
}
