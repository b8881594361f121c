import Trellis

/// What an application calls: paths, locks, checks, history and listeners included.
enum DatabaseSuite {
  static func benchmarks(_ size: DataSet.Size) -> [Benchmark] {
    reading(size) + writing(size) + listening(size)
  }

  /// Many who want the same node.
  static var contended: [Benchmark] {
    [
      Benchmark.solo("database: transaction, 16 tasks on one node", unit: "commit") {
        let database = Database.inMemory()
        return { count in _ = try await attempts(16, database, count) }
      },
      Benchmark.figure("database: attempts of a transaction, 16 tasks on one node", unit: "attempt") {
        try await attempts(16, Database.inMemory(), 20_000)
      },
    ]
  }

  /// Tasks that share so many transactions on one node; answers how often a closure ran for each.
  private static func attempts(_ tasks: Int, _ database: Database, _ count: Int) async throws -> Double {
    try await withThrowingTaskGroup(of: Int.self) { group in
      for task in 0..<tasks {
        group.addTask {
          var attempts = 0
          for _ in 0..<((count + task) / tasks) {
            attempts += try await database.transaction("counter") { .int(($0.int ?? 0) + 1) }.attempts
          }
          return attempts
        }
      }
      return Double(try await group.reduce(0, +)) / Double(max(count, 1))
    }
  }

  private static func reading(_ size: DataSet.Size) -> [Benchmark] {
    [
      Benchmark("database: get a leaf, \(size.rawValue)", unit: "get") {
        let data = DataSet.of(size)
        let database = try Database.inMemory(json: data.data)
        let peer = RedBlackTree(data.records)
        return Benchmark.Contest(
          ours: Contestant("Trellis") { count in
            for i in 0..<count { blackHole(try await database.get(data.paths[i]).double) }
          },
          peer: Contestant("red-black tree, bare") { count in
            for i in 0..<count { blackHole(peer[data.pieces[i]]) }
          })
      },
      Benchmark.solo("database: get a record of 4 fields, \(size.rawValue)", unit: "get") {
        let data = DataSet.of(size)
        let database = try Database.inMemory(json: data.data)
        return { count in
          for i in 0..<count { blackHole(try await database.get(data.recordPaths[i])) }
        }
      },
    ]
  }

  private static func writing(_ size: DataSet.Size) -> [Benchmark] {
    [
      Benchmark("database: set a leaf, \(size.rawValue)", unit: "set") {
        let data = DataSet.of(size)
        let database = try Database.inMemory(json: data.data)
        let peer = Box(RedBlackTree(data.records))
        return Benchmark.Contest(
          ours: Contestant("Trellis") { count in
            for i in 0..<count { try await database.set(data.paths[i], .double(Double(i))) }
          },
          peer: Contestant("red-black tree, bare") { count in
            for i in 0..<count { peer.value.set(data.pieces[i][...], .double(Double(i))) }
          })
      },
      Benchmark.solo("database: set a record of 4 fields, \(size.rawValue)", unit: "set") {
        let data = DataSet.of(size)
        let database = try Database.inMemory(json: data.data)
        return { count in
          for i in 0..<count {
            let record: Tree = ["name": "Mary Blair", "age": 42, "score": .double(Double(i)), "active": true]
            try await database.set(data.recordPaths[i], record)
          }
        }
      },
      Benchmark.solo("database: increment a leaf, \(size.rawValue)", unit: "increment") {
        let data = DataSet.of(size)
        let database = try Database.inMemory(json: data.data)
        return { count in for i in 0..<count { try await database.set(data.paths[i], .increment(by: 1)) } }
      },
      Benchmark.solo("database: transaction on a leaf, \(size.rawValue)", unit: "transaction") {
        let data = DataSet.of(size)
        let database = try Database.inMemory(json: data.data)
        return { count in
          for i in 0..<count { try await database.transaction(data.paths[i]) { .double(($0.double ?? 0) + 1) } }
        }
      },
    ]
  }

  private static func listening(_ size: DataSet.Size) -> [Benchmark] {
    [
      Benchmark.solo("database: set a leaf, 100 observers elsewhere, \(size.rawValue)", unit: "set") {
        let data = DataSet.of(size)
        let database = try Database.inMemory(json: data.data)
        // The first places are observed, the others written.
        var observers: [QueryUpdates.Iterator] = []
        for i in 0..<100 { observers.append(database.observe(data.recordPaths[i]).makeAsyncIterator()) }
        return { [observers] count in
          for i in 0..<count { try await database.set(data.paths[i % 100 + 100], .double(Double(i))) }
          blackHole(observers)
        }
      },
      Benchmark.solo("database: set, then the observer's update, \(size.rawValue)", unit: "update") {
        let data = DataSet.of(size)
        let database = try Database.inMemory(json: data.data)
        var updates = database.observe(data.recordPaths[0]).makeAsyncIterator()
        var value = 0.0
        blackHole(try await updates.next())
        return { count in
          for _ in 0..<count {
            value -= 1
            try await database.set(data.paths[0], .double(value))
            blackHole(try await updates.next())
          }
        }
      },
    ]
  }
}
