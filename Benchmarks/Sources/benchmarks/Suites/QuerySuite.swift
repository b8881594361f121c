import BenchmarkSupport
import Trellis

/// Queries over the children of `/items`, warm: where an index serves them it has been made.
enum QuerySuite {
  static func benchmarks(_ size: DataSet.Size) -> [Benchmark] {
    [byKey(size)] + byChild(size) + [live(size, "by key", .key), live(size, "by child", .child("age"))]
  }

  private static func byKey(_ size: DataSet.Size) -> Benchmark {
    Benchmark("query: by key, 50 from a key on, \(size.rawValue)", unit: "query") {
      let data = DataSet.of(size)
      let database = try Database.inMemory(json: data.data)
      let peer = RedBlackTree(data.records).map?["items"]?.map ?? RedBlackMap()
      let query = try TreeQuery("items").ordered(by: .key).first(50)
      return Benchmark.Contest(
        ours: Contestant("Trellis") { count in
          for i in 0..<count { blackHole(try await database.get(query.starting(at: .string(data.pieces[i][1])))) }
        },
        peer: Contestant("red-black tree, bare") { count in
          for i in 0..<count { peer.walk(from: data.pieces[i][1], 50) { blackHole($1) } }
        })
    }
  }

  private static func byChild(_ size: DataSet.Size) -> [Benchmark] {
    [
      Benchmark("query: by child, 50 from a value on, \(size.rawValue)", unit: "query") {
        let query = try TreeQuery("items").ordered(by: .child("age")).starting(at: 42).first(50)
        return Benchmark.Contest(ours: try asking(query, size), peer: filtering(size) { $0 >= 42 })
      },
      Benchmark("query: by child, 50 from a value on, scan, \(size.rawValue)", unit: "query") {
        let query = try TreeQuery("items").ordered(by: .child("age")).starting(at: 42).first(50)
        return Benchmark.Contest(ours: try asking(query, size, indexes: .declaredOnly), peer: filtering(size) { $0 >= 42 })
      },
    ]
  }

  private static func asking(_ query: TreeQuery, _ size: DataSet.Size, indexes: IndexSettings = IndexSettings()) throws -> Contestant {
    let database = try Database.inMemory(json: DataSet.of(size).data, indexes: indexes)
    return Contestant("Trellis") { count in for _ in 0..<count { blackHole(try await database.get(query)) } }
  }

  private static func filtering(_ size: DataSet.Size, _ matches: @escaping (Int64) -> Bool) -> Contestant {
    let items = DictionaryTree(DataSet.of(size).records)["items"]?.children ?? [:]
    return Contestant("dictionary, filter and sort") { count in
      for _ in 0..<count {
        let found = items.compactMap { key, item in
          if case .leaf(.int(let age))? = item["age"], matches(age) { (age: age, key: key, item: item) } else { nil }
        }
        blackHole(found.sorted { ($0.age, $0.key) < ($1.age, $1.key) }.prefix(50))
      }
    }
  }

  /// Changes a record that a live query finds, again and again, and waits each time for the step that tells it.
  private static func live(_ size: DataSet.Size, _ name: String, _ ordering: TreeQuery.Ordering) -> Benchmark {
    Benchmark.solo("query: set, then the step of a live query of 50 \(name), \(size.rawValue)", unit: "step") {
      let database = try Database.inMemory(json: DataSet.of(size).data)
      let query = try TreeQuery("items").ordered(by: ordering).first(50)
      var changes = database.changes(of: query).makeAsyncIterator()
      guard let key = try await changes.next()?.result.first?.key else { preconditionFailure("the query finds nothing") }
      let path = query.path.appending(key).appending("score" as TreeKey)
      var value = 0.0
      return { count in
        for _ in 0..<count {
          value -= 1
          try await database.set(path, .double(value))
          blackHole(try await changes.next())
        }
      }
    }
  }
}
