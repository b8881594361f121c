import BenchmarkSupport
import Trellis

/// Indexes: what they save, cost and take, and what one change costs among many siblings.
enum IndexSuite {
  static func benchmarks(_ size: DataSet.Size) -> [Benchmark] {
    var benchmarks = [building(size), memory(size), setting(size)]
    if size == .large {
      benchmarks.append(
        Benchmark("index: by child, 50 from a value on, 1M beside 100k", unit: "query", gate: 1 / 2) {
          Benchmark.Contest(ours: try asking(.large), peer: try asking(.medium))
        })
    }
    if size != .small { benchmarks.append(siblings(size == .large ? 1_000_000 : size.records)) }
    return benchmarks
  }

  static var crowd: Benchmark {
    Benchmark.solo("index: set a leaf under 1,000 live queries of 10, all of the place", unit: "set") {
      let data = DataSet.of(.medium)
      let database = try Database.inMemory(json: data.data)
      var changes: [QueryChanges.Iterator] = []
      for i in 0..<1000 {
        let query = try TreeQuery("items").ordered(by: .child("age")).starting(at: .int(Int64(i % 100))).first(10)
        var iterator = database.changes(of: query).makeAsyncIterator()
        blackHole(try await iterator.next())
        changes.append(iterator)
      }
      return { [changes] count in
        for i in 0..<count { try await database.set(data.paths[i], .double(Double(i))) }
        blackHole(changes)
      }
    }
  }

  private static func asking(_ size: DataSet.Size) throws -> Contestant {
    let database = try Database.inMemory(json: DataSet.of(size).data)
    return Contestant("Trellis, \(size.rawValue)") { count in
      for i in 0..<count {
        blackHole(try await database.get(TreeQuery("items").ordered(by: .child("age")).starting(at: .int(Int64(i % 100))).first(50)))
      }
    }
  }

  private static func building(_ size: DataSet.Size) -> Benchmark {
    Benchmark.figure("index: build, \(size.rawValue)", unit: "child") {
      let data = DataSet.of(size)
      let database = try Database.inMemory(json: data.data)
      let query = try TreeQuery("items").ordered(by: .child("score")).first(1)
      let time = try await ContinuousClock().measure { blackHole(try await database.get(query)) }
      return time.nanoseconds / Double(data.records.count)
    }
  }

  private static func memory(_ size: DataSet.Size) -> Benchmark {
    Benchmark.figure("index: bytes a child, \(size.rawValue)", unit: "byte") {
      let data = DataSet.of(size)
      let listened = try ListenedDatabase(Tree(json: data.data))
      blackHole(try await listened.database.get(TreeQuery("items").ordered(by: .child("age")).first(1)))
      return Double(listened.indexBytes) / Double(max(data.records.count, 1))
    }
  }

  private static func setting(_ size: DataSet.Size) -> Benchmark {
    Benchmark("index: set a leaf that is indexed, beside one that is not, \(size.rawValue)", unit: "set") {
      let data = DataSet.of(size)
      let (plain, indexed) = (try Database.inMemory(json: data.data), try Database.inMemory(json: data.data))
      blackHole(try await indexed.get(TreeQuery("items").ordered(by: .child("score")).first(1)))
      return Benchmark.Contest(
        ours: Contestant("Trellis, indexed") { count in
          for i in 0..<count { try await indexed.set(data.paths[i], .double(Double(i))) }
        },
        peer: Contestant("Trellis, not indexed") { count in
          for i in 0..<count { try await plain.set(data.paths[i], .double(Double(i))) }
        })
    }
  }

  private static func siblings(_ count: Int) -> Benchmark {
    Benchmark("index: one change among \(count) siblings, told, beside 10", unit: "step", gate: 1 / 3) {
      Benchmark.Contest(ours: try await telling(count), peer: try await telling(10))
    }
  }

  private static func telling(_ count: Int) async throws -> Contestant {
    let database = try Database.inMemory(["list": .branch((0..<count).map { (TreeKey(stringLiteral: "k\($0)"), ["n": 1]) })])
    var changes = database.changes(of: TreeQuery("list")).makeAsyncIterator()
    blackHole(try await changes.next())
    var value: Int64 = 1
    let path: TreePath = "list/k5/n"
    // Once for the index, which the first steps may be without.
    for _ in 0..<3 {
      value += 1
      try await database.set(path, .int(value))
      blackHole(try await changes.next())
    }
    return Contestant("Trellis, \(count)") { count in
      for _ in 0..<count {
        value += 1
        try await database.set(path, .int(value))
        blackHole(try await changes.next())
      }
    }
  }
}
