import Trellis

/// Queries over the children of `/items`. Without an index one that orders by a child looks at all of them.
enum QuerySuite {
  static func benchmarks(_ size: DataSet.Size) -> [Benchmark] {
    [byKey(size)] + byChild(size) + [liveByKey(size), liveByChild(size)]
  }

  private static func byKey(_ size: DataSet.Size) -> Benchmark {
    Benchmark("query: by key, 50 from a key on, \(size.rawValue)", unit: "query") {
      let data = DataSet.of(size)
      let database = try Database.inMemory(json: data.data)
      let peer = RedBlackTree(data.records).map?["items"]?.map ?? RedBlackMap()
      let query = try TreeQuery("items").ordered(by: .key).first(50)
      return Benchmark.Contest(
        ours: Contestant("Trellis") { count in
          for i in 0..<count {
            blackHole(try await database.get(query.starting(at: .string(data.pieces[i][1]))))
          }
        },
        peer: Contestant("red-black tree, bare") { count in
          for i in 0..<count { peer.walk(from: data.pieces[i][1], 50) { blackHole($1) } }
        })
    }
  }

  private static func byChild(_ size: DataSet.Size) -> [Benchmark] {
    [
      Benchmark("query: by child, equal, scan, \(size.rawValue)", unit: "query") {
        let query = try TreeQuery("items").ordered(by: .child("age")).equal(to: 42)
        return try contest(size, query) { $0 == 42 }
      },
      Benchmark("query: by child, first 50, scan, \(size.rawValue)", unit: "query") {
        let query = try TreeQuery("items").ordered(by: .child("age")).starting(at: 42).first(50)
        return try contest(size, query) { $0 >= 42 }
      },
    ]
  }

  private static func contest(
    _ size: DataSet.Size, _ query: TreeQuery, _ matches: @escaping (Int64) -> Bool
  ) throws -> Benchmark.Contest {
    let data = DataSet.of(size)
    let database = try Database.inMemory(json: data.data)
    let items = DictionaryTree(data.records)["items"]?.children ?? [:]
    return Benchmark.Contest(
      ours: Contestant("Trellis") { count in
        for _ in 0..<count { blackHole(try await database.get(query)) }
      },
      peer: Contestant("dictionary, filter and sort") { count in
        for _ in 0..<count {
          let found = items.compactMap { key, item in
            if case .leaf(.int(let age))? = item["age"], matches(age) { (age: age, key: key, item: item) } else { nil }
          }
          blackHole(found.sorted { ($0.age, $0.key) < ($1.age, $1.key) }.prefix(query.limit == nil ? .max : 50))
        }
      })
  }

  // MARK: Live

  private static func liveByKey(_ size: DataSet.Size) -> Benchmark {
    Benchmark.solo("query: set, then the live query's update, by key, \(size.rawValue)", unit: "update") {
      try await live(size, TreeQuery("items").ordered(by: .key).first(50))
    }
  }

  private static func liveByChild(_ size: DataSet.Size) -> Benchmark {
    Benchmark.solo("query: set, then the live query's update, by child, \(size.rawValue)", unit: "update") {
      try await live(size, TreeQuery("items").ordered(by: .child("age")).first(50))
    }
  }

  /// Changes a record that the query finds, again and again, and waits each time for the result that shows it.
  private static func live(_ size: DataSet.Size, _ query: TreeQuery) async throws -> (Int) async throws -> Void {
    let database = try Database.inMemory(json: DataSet.of(size).data)
    var updates = database.observe(query).makeAsyncIterator()
    guard let key = try await updates.next()?.first?.key else { preconditionFailure("the query finds nothing") }
    let path = query.path.appending(key).appending("score" as TreeKey)
    var value = 0.0
    return { count in
      for _ in 0..<count {
        value -= 1
        try await database.set(path, .double(value))
        blackHole(try await updates.next())
      }
    }
  }
}
