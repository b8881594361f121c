import Trellis

/// Models: fields of one, and fetching many.
enum ModelSuite {
  static func benchmarks(_ size: DataSet.Size) -> [Benchmark] {
    (size == .small ? fields : []) + [finding(size), saving(size), fetching(size), fetchingAndReading(size)]
  }

  private static var fields: [Benchmark] {
    [
      Benchmark.solo("model: make one of a snapshot", unit: "model") {
        let snapshot = try await items(.small)[0].snapshot
        return { count in for _ in 0..<count { blackHole(Item(snapshot: snapshot)) } }
      },
      Benchmark.solo("model: read a number field", unit: "read", gate: 40) {
        let item = try await items(.small)[0]
        return { count in
          var sum = 0.0
          for _ in 0..<count { sum += item.score }
          blackHole(sum)
        }
      },
      Benchmark("model: read a number field, for comparison", unit: "read") {
        let item = try await items(.small)[0]
        let plain = ObservableItem(score: item.score)
        return Benchmark.Contest(
          ours: Contestant("Trellis") { count in
            var sum = 0.0
            for _ in 0..<count { sum += item.score }
            blackHole(sum)
          },
          peer: Contestant("@Observable class") { count in
            var sum = 0.0
            for _ in 0..<count { sum += plain.score }
            blackHole(sum)
          })
      },
      Benchmark.solo("model: read an integer field", unit: "read") {
        let item = try await items(.small)[0]
        return { count in
          var sum = 0
          for _ in 0..<count { sum &+= item.age }
          blackHole(sum)
        }
      },
      Benchmark.solo("model: read a string field", unit: "read") {
        let item = try await items(.small)[0]
        return { count in
          var bytes = 0
          for _ in 0..<count { bytes += item.name.utf8.count }
          blackHole(bytes)
        }
      },
      Benchmark.solo("model: assign a number field", unit: "write") {
        let item = try await items(.small)[0]
        return { count in for i in 0..<count { item.score = Double(i) } }
      },
    ]
  }

  private static func finding(_ size: DataSet.Size) -> Benchmark {
    Benchmark.solo("model: find one by key, \(size.rawValue)", unit: "model") {
      let data = DataSet.of(size)
      let database = try Database.inMemory(json: data.data)
      return { count in
        for i in 0..<count { blackHole(try await Item.find(data.keys[i], in: database)) }
      }
    }
  }

  private static func saving(_ size: DataSet.Size) -> Benchmark {
    Benchmark.solo("model: assign a field and save, \(size.rawValue)", unit: "save") {
      let items = try await items(size)
      return { count in
        for i in 0..<count {
          let item = items[i % items.count]
          item.score = Double(i)
          try await item.save()
        }
      }
    }
  }

  private static func fetching(_ size: DataSet.Size) -> Benchmark {
    Benchmark.solo("model: fetch all \(size.records)", unit: "model", unitsPerRun: size.records) {
      let database = try Database.inMemory(json: DataSet.of(size).data)
      return { count in for _ in 0..<count { blackHole(try await Item.all(in: database)) } }
    }
  }

  private static func fetchingAndReading(_ size: DataSet.Size) -> Benchmark {
    Benchmark.solo("model: fetch all \(size.records), read 4 fields", unit: "model", unitsPerRun: size.records) {
      let database = try Database.inMemory(json: DataSet.of(size).data)
      return { count in
        for _ in 0..<count {
          for item in try await Item.all(in: database) {
            blackHole((item.name, item.age, item.score, item.isActive))
          }
        }
      }
    }
  }

  private static func items(_ size: DataSet.Size) async throws -> [Item] {
    try await Item.all(in: try Database.inMemory(json: DataSet.of(size).data))
  }
}
