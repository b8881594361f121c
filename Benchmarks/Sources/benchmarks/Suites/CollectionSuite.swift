import Trellis

/// Many models at once: relations, lists that are kept current, inserting.
enum CollectionSuite {
  static var benchmarks: [Benchmark] {
    [fetching, including, linking] + [1_000, 10_000].map(following) + [inserting(1), inserting(1_000)]
  }

  private static let many = 100_000

  /// The models, against what the engine answers for them.
  private static var fetching: Benchmark {
    Benchmark("models: fetch \(many), against the engine's answer gone through", unit: "model") {
      let items = (0..<many).map { (key($0), ["name": "item", "age": .int(Int64($0)), "score": 1.5, "active": true] as Tree) }
      let database = try Database.inMemory(["items": .branch(items)])
      return Benchmark.Contest(
        ours: Contestant("Trellis", unitsPerRun: many) { count in
          for _ in 0..<count { blackHole(try await Item.all(in: database)) }
        },
        peer: Contestant("Database.get", unitsPerRun: many) { count in
          for _ in 0..<count {
            var rows: [(TreeKey, TreeSnapshot)] = []
            for row in try await database.get(TreeQuery(Item.collection)) { rows.append(row) }
            blackHole(rows)
          }
        })
    }
  }

  private static var including: Benchmark {
    Benchmark.solo("models: 1000 murals with 3 artists each, included", unit: "mural", unitsPerRun: 1000) {
      let database = try relations()
      return { count in for _ in 0..<count { blackHole(try await Wall.query(in: database).including(\.$painters).fetch()) } }
    }
  }

  private static var linking: Benchmark {
    Benchmark.solo("models: the artists of 1000 murals in one call", unit: "link", unitsPerRun: 3000) {
      let walls = try await Wall.all(in: try relations())
      return { count in for _ in 0..<count { blackHole(try await walls.load(\.painters)) } }
    }
  }

  /// The cost of one change does not depend on the rows.
  private static func following(_ rows: Int) -> Benchmark {
    Benchmark.solo("models: a live list of \(rows), one row changes", unit: "change") {
      let items = (0..<rows).map { (key($0), ["name": "item", "age": 1] as Tree) }
      let database = try Database.inMemory(["items": .branch(items)])
      let list = await LiveQuery(Item.query(in: database))
      Task { await list.run() }
      while await !list.isLoaded { await Task.yield() }
      return { count in
        for i in 0..<count {
          let age = i + 2
          try await database.set(TreePath([TreeKey("items"), key(rows / 2), TreeKey("age")]), .int(Int64(age)))
          while await Self.age(of: rows / 2, in: list) != age { await Task.yield() }
        }
      }
    }
  }

  @MainActor private static func age(of row: Int, in list: LiveQuery<Item>) -> Int { list.models[row].age }

  private static func inserting(_ size: Int) -> Benchmark {
    let how = size == 1 ? "one by one" : "in batches of \(size)"
    return Benchmark.solo("models: insert \(many) \(how)", unit: "model", unitsPerRun: many) {
      { count in
        for _ in 0..<count {
          let database = Database.inMemory()
          for _ in 0..<many / size {
            if size == 1 {
              try await Wall.insert(in: database) { $0.name = "wall" }
            } else {
              try await database.batch { batch in for _ in 0..<size { try batch.insert(Wall.self) { $0.name = "wall" } } }
            }
          }
        }
      }
    }
  }

  private static func relations() throws -> Database {
    let walls = (0..<1000).map { number in
      let links = (0..<3).map { (key((number * 3 + $0) % 1500), true as Tree) }
      return (key(number), ["name": "wall", "painters": .branch(links)] as Tree)
    }
    let painters = (0..<1500).map { (key($0), ["name": "painter"] as Tree) }
    return try Database.inMemory(["walls": .branch(walls), "painters": .branch(painters)])
  }

  private static func key(_ number: Int) -> TreeKey { TreeKey(1_000_000 + number) }
}

/// A mural, and who has painted it.
class Wall: Model, Queryable, Insertable {
  static let collection: TreePath = "walls"
  @Field("name") var name: String?
  @Links("painters") var painters: Linked<Painter>
}

class Painter: Model, Queryable {
  static let collection: TreePath = "painters"
  @Field("name") var name: String?
}
