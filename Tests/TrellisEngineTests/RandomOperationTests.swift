import Foundation
import TestSupport
import Testing
import TrellisDatabase
import TrellisEngine
import TrellisQueries
import TrellisTree
import VectorSupport

/// A long random life of a database, against a plain tree that follows the rules of writes one by one.
@Suite(.hangGuard) struct RandomOperationTests {
  @Test(
    "20,000 random operations leave what a plain tree has", arguments: 0..<2)
  func life(_ run: Int) async throws {
    var life = try await Life(SeededRandom.announced("random operations \(run)"), isJournaled: run == 1)
    for step in 0..<10_000 {
      try await life.step()
      if step % 20 == 0 { try await life.compareReads() }
      if step % 200 == 0 { try await life.compareAll() }
    }
    try await life.compareAll()
    #expect(life.refused > 100, "bad input was among it")
  }

  private struct Life {
    private var random: SeededRandom
    private let seed: UInt64
    private let database: Database
    private let time: Counter
    private var model = Tree.null
    private(set) var refused = 0

    init(_ random: SeededRandom, isJournaled: Bool) async throws {
      let time = Counter()
      self.random = random
      self.time = time
      seed = random.seed
      let journal: any Journal = isJournaled ? TestJournal() : MemoryJournal()
      database = Database(try await LocalDatastore.open(journal, history: 50, now: { Int64(time.add()) }))
    }

    private static let keys: [TreeKey] = ["a", "b", "c", "10", "9", "-3", "é", "e\u{301}", "a key of more than twenty-three bytes"]

    private mutating func path(_ levels: ClosedRange<Int> = 1...4) -> TreePath {
      let keys = Self.keys
      return TreePath((0..<Int.random(in: levels, using: &random)).map { _ in keys[random.below(keys.count)] })
    }

    private mutating func value(_ levels: Int = 2) -> Tree {
      switch random.below(6) {
      case 0: return .null
      case 1, 2: return Tree(random.scalar())
      case 3: return Tree(random.scalar()).with(priority: random.priority())
      default:
        if levels == 0 { return .int(Int64(random.below(100))) }
        let children = (0..<1 + random.below(4)).map { _ in (random.pick(Self.keys), value(levels - 1)) }
        return Tree.branch(children).with(priority: random.priority())
      }
    }

    private mutating func priority() -> Tree { random.pick([nil, 1, 2.5, "p", "q"]) }

    // MARK: Operations

    mutating func step() async throws {
      let path = self.path()
      switch random.below(16) {
      case 0...4: try await set(path, value())
      case 5, 6: try await remove(path)
      case 7, 8: try await update(path)
      case 9, 10: try await setPriority(path, priority())
      case 11: try await setWithPriority(path, value(), priority())
      case 12: try await increment(path)
      case 13: try await timestamp(path)
      case 14: try await transaction(path)
      default: try await breakRule(path)
      }
      #expect(try await database.get(path).json(.export) == model[path: path].json(.export), "seed \(seed), at \(path)")
    }

    private mutating func set(_ path: TreePath, _ value: Tree) async throws {
      try await database.set(path, value)
      model[path: path] = value
    }

    private mutating func remove(_ path: TreePath) async throws {
      try await database.remove(path)
      model[path: path] = .null
    }

    private mutating func setPriority(_ path: TreePath, _ priority: Tree) async throws {
      try await database.setPriority(path, priority)
      if !model[path: path].isNull { model[path: path] = model[path: path].with(priority: priority.scalar) }
    }

    private mutating func setWithPriority(_ path: TreePath, _ value: Tree, _ priority: Tree) async throws {
      try await database.set(path, value, priority: priority)
      model[path: path] = value.priority == nil ? value.with(priority: priority.scalar) : value
    }

    /// Children of one node, so that none overlaps another; increments count from before.
    private mutating func update(_ path: TreePath) async throws {
      var values: [TreePath: Tree] = [:]
      for _ in 0..<1 + random.below(4) { values[self.path(1...1)] = value(1) }
      let counted = self.path(1...1)
      let sum = Self.sum(model[path: path][counted.keys[0]].scalar, 7)
      values[counted] = .increment(by: 7)
      try await database.update(path, values)
      // In the order of the tree: a branch that loses its last child on the way loses its priority.
      for (key, value) in values.sorted(by: { $0.key < $1.key }) {
        model[path: path.appending(path: key)] = key == counted ? Tree(sum) : value
      }
    }

    private mutating func increment(_ path: TreePath) async throws {
      let sum = Self.sum(model[path: path].scalar, 3)
      try await database.set(path, .increment(by: 3))
      model[path: path] = Tree(sum)
    }

    private mutating func timestamp(_ path: TreePath) async throws {
      try await database.set(path, ["a": .timestamp, "b": [.timestamp]], priority: .timestamp)
      let now = Tree.int(Int64(time.count))
      model[path: path] = (["a": now, "b": [now]] as Tree).with(priority: now.scalar)
    }

    private mutating func transaction(_ path: TreePath) async throws {
      let (before, after) = (model[path: path], value())
      let givesUp = random.chance(percent: 20)
      let seed = seed
      let result = try await database.transaction(path) { seen in
        #expect(seen.json(.export) == before.json(.export), "seed \(seed), at \(path)")
        if givesUp { return nil }
        return after
      }
      #expect(result.isCommitted != givesUp)
      if !givesUp { model[path: path] = after.priority == nil ? after.with(priority: before.priority) : after }
    }

    /// Data model §8, for a whole number.
    private static func sum(_ current: Tree.Scalar?, _ delta: Int64) -> Tree.Scalar {
      switch current {
      case .int(let value)?:
        let (sum, isTooLarge) = value.addingReportingOverflow(delta)
        return isTooLarge ? .double(Double(value) + Double(delta)) : .int(sum)
      case .double(let value)?: return .double(value + Double(delta))
      default: return .int(delta)
      }
    }

    private mutating func breakRule(_ path: TreePath) async throws {
      refused += 1
      let database = database
      switch refused % 3 {
      case 0: await expectError(.invalid) { try await database.set(path, ["good": 1, "bad": .double(.nan)]) }
      case 1: await expectError(.invalid) { try await database.update(path, ["x": 1, "x/y": 2]) }
      default: await expectError(.invalid) { try await database.setPriority(path, true) }
      }
      var write = try TreeWrite.update(path, ["x": 1, "y": 2])
      write.condition = .equals("is never there", at: path)
      let conditional = write
      await expectError(.conflict) { try await database.write(conditional) }
    }

    // MARK: Comparing

    mutating func compareReads() async throws {
      let paths = (0..<5).map { _ in self.path(0...5) }
      #expect(try await database.get(paths).map { $0.json(.export) } == paths.map { model[path: $0].json(.export) }, "seed \(seed)")
      let path = self.path(0...3)
      for ordering in [.priority, .key, .value, .child("a"), .child("b/c")] as [TreeQuery.Ordering] {
        var query = try TreeQuery(path).ordered(by: ordering)
        if random.chance(percent: 60) {
          let bound = Tree(ordering == .key ? .string(random.pick(Self.keys).text) : .int(Int64(random.below(60) - 20)))
          query = random.chance(percent: 50) ? try query.starting(at: bound) : try query.ending(before: bound)
        }
        if random.chance(percent: 50) { query = random.chance(percent: 50) ? try query.first(2) : try query.last(2) }
        let (result, expected) = (try await database.get(query), query.rows(in: model[path: path]))
        #expect(result.keys == expected.map(\.key), "seed \(seed), \(query)")
        #expect(result.map(\.node.tree) == expected.map(\.node), "seed \(seed), \(query)")
      }
    }

    func compareAll() async throws {
      let stored = try await database.get("/")
      #expect(stored.json(.export) == model.json(.export), "seed \(seed)")
      #expect(stored.tree == model, "seed \(seed)")
    }
  }
}
