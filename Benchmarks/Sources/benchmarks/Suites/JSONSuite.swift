import BenchmarkSupport
import Foundation
import Trellis

/// Whole documents in and out.
enum JSONSuite {
  static func benchmarks(_ size: DataSet.Size, _ v8: V8?) -> [Benchmark] {
    reading(size, v8) + writing(size, v8)
  }

  private static func reading(_ size: DataSet.Size, _ v8: V8?) -> [Benchmark] {
    let foundation = Benchmark("json: document into a database, \(size.rawValue)", unit: "node", gate: 15) {
      let data = DataSet.of(size)
      return Benchmark.Contest(ours: databaseFromJSON(data), peer: parsing(data))
    }
    let node = v8.map { v8 in
      Benchmark("json: document into a database, \(size.rawValue), V8", unit: "node") {
        let data = DataSet.of(size)
        return Benchmark.Contest(ours: databaseFromJSON(data), peer: try contestant(v8, .parse, data))
      }
    }
    let others = [
      Benchmark("json: document into pages, unchecked, \(size.rawValue)", unit: "node") {
        let data = DataSet.of(size)
        let ours = Contestant("Trellis", unitsPerRun: data.nodeCount) { count in
          for _ in 0..<count { blackHole(try TreeSnapshot.parsing(data.json)) }
        }
        return Benchmark.Contest(ours: ours, peer: parsing(data))
      },
      Benchmark("json: document into a Tree, \(size.rawValue)", unit: "node") {
        let data = DataSet.of(size)
        let text = data.data
        let ours = Contestant("Trellis", unitsPerRun: data.nodeCount) { count in
          for _ in 0..<count { blackHole(try Tree(json: text)) }
        }
        return Benchmark.Contest(ours: ours, peer: parsing(data))
      },
    ]
    return [foundation] + (node.map { [$0] } ?? []) + others
  }

  private static func writing(_ size: DataSet.Size, _ v8: V8?) -> [Benchmark] {
    let foundation = Benchmark("json: document out of a snapshot, \(size.rawValue)", unit: "node", gate: 100) {
      let data = DataSet.of(size)
      let object = try JSONSerialization.jsonObject(with: data.data)
      let peer = Contestant("JSONSerialization", unitsPerRun: data.nodeCount) { count in
        for _ in 0..<count { blackHole(try JSONSerialization.data(withJSONObject: object)) }
      }
      return Benchmark.Contest(ours: try jsonFromSnapshot(data), peer: peer)
    }
    let node = v8.map { v8 in
      Benchmark("json: document out of a snapshot, \(size.rawValue), V8", unit: "node") {
        let data = DataSet.of(size)
        return Benchmark.Contest(ours: try jsonFromSnapshot(data), peer: try contestant(v8, .stringify, data))
      }
    }
    return [foundation] + (node.map { [$0] } ?? [])
  }

  // MARK: Contestants

  private static func databaseFromJSON(_ data: DataSet) -> Contestant {
    let text = data.data
    return Contestant("Trellis", unitsPerRun: data.nodeCount) { count in
      for _ in 0..<count { blackHole(try Database.inMemory(json: text)) }
    }
  }

  private static func jsonFromSnapshot(_ data: DataSet) throws -> Contestant {
    let snapshot = try PagedTree(json: data.json).snapshot
    return Contestant("Trellis", unitsPerRun: data.nodeCount) { count in
      for _ in 0..<count { blackHole(snapshot.json()) }
    }
  }

  private static func parsing(_ data: DataSet) -> Contestant {
    let text = data.data
    return Contestant("JSONSerialization", unitsPerRun: data.nodeCount) { count in
      for _ in 0..<count { blackHole(try JSONSerialization.jsonObject(with: text)) }
    }
  }

  private static func contestant(_ v8: V8, _ operation: V8.Operation, _ data: DataSet) throws -> Contestant {
    let file = try TemporaryFile(data.data)
    return Contestant("V8 (node)") { length in
      try v8.measure(operation, of: file.url, length) / Double(data.nodeCount)
    }
  }
}
