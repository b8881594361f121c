import BenchmarkSupport
import Foundation
import Trellis

/// Whole documents in and out.
enum JSONSuite {
  static func benchmarks(_ size: DataSet.Size, _ v8: V8?) -> [Benchmark] {
    // The peers take minutes for a million nodes.
    let texts = size == .large ? [.plain] : DataSet.Text.allCases
    return texts.flatMap { text in reading(size, text, v8) + writing(size, text, v8) } + others(size)
  }

  private static func reading(_ size: DataSet.Size, _ text: DataSet.Text, _ v8: V8?) -> [Benchmark] {
    let name = "json: document into a database, \(text.rawValue), \(size.rawValue)"
    let foundation = Benchmark(name, unit: "node", gate: 15) {
      let document = Document(size, text)
      return Benchmark.Contest(ours: document.intoDatabase, peer: document.intoFoundation)
    }
    let node = v8.map { v8 in
      Benchmark("\(name), V8", unit: "node", gate: 3) {
        let document = Document(size, text)
        return Benchmark.Contest(ours: document.intoDatabase, peer: try document.by(v8, .parse))
      }
    }
    return [foundation] + (node.map { [$0] } ?? [])
  }

  private static func writing(_ size: DataSet.Size, _ text: DataSet.Text, _ v8: V8?) -> [Benchmark] {
    let name = "json: document out of a snapshot, \(text.rawValue), \(size.rawValue)"
    let foundation = Benchmark(name, unit: "node", gate: 100) {
      let document = Document(size, text)
      return Benchmark.Contest(ours: try document.outOfSnapshot, peer: try document.outOfFoundation)
    }
    let node = v8.map { v8 in
      Benchmark("\(name), V8", unit: "node", gate: 5) {
        let document = Document(size, text)
        return Benchmark.Contest(ours: try document.outOfSnapshot, peer: try document.by(v8, .stringify))
      }
    }
    return [foundation] + (node.map { [$0] } ?? [])
  }

  private static func others(_ size: DataSet.Size) -> [Benchmark] {
    [
      Benchmark("json: document into pages, unchecked, \(size.rawValue)", unit: "node") {
        let document = Document(size, .plain)
        return Benchmark.Contest(ours: document.intoPages, peer: document.intoFoundation)
      },
      Benchmark("json: document into a Tree, \(size.rawValue)", unit: "node") {
        let document = Document(size, .plain)
        return Benchmark.Contest(ours: document.intoTree, peer: document.intoFoundation)
      },
    ]
  }
}

/// A JSON text, and who works on it.
private struct Document {
  private let bytes: [UInt8]
  private let nodeCount: Int

  init(_ size: DataSet.Size, _ text: DataSet.Text) {
    bytes = DataSet.of(size).json(text)
    nodeCount = DataSet.of(size).nodeCount
  }

  private func contestant(_ name: String, _ work: @escaping () throws -> Void) -> Contestant {
    Contestant(name, unitsPerRun: nodeCount) { count in for _ in 0..<count { try work() } }
  }

  var intoDatabase: Contestant {
    let data = Data(bytes)
    return contestant("Trellis") { blackHole(try Database.inMemory(json: data)) }
  }

  var intoPages: Contestant { contestant("Trellis") { blackHole(try TreeSnapshot.parsing(bytes)) } }

  var intoTree: Contestant {
    let data = Data(bytes)
    return contestant("Trellis") { blackHole(try Tree(json: data)) }
  }

  var intoFoundation: Contestant {
    let data = Data(bytes)
    return contestant("JSONSerialization") { blackHole(try JSONSerialization.jsonObject(with: data)) }
  }

  var outOfSnapshot: Contestant {
    get throws {
      let snapshot = try PagedTree(json: bytes).snapshot
      return contestant("Trellis") { blackHole(snapshot.utf8JSON) }
    }
  }

  var outOfFoundation: Contestant {
    get throws {
      let object = try JSONSerialization.jsonObject(with: Data(bytes))
      return contestant("JSONSerialization") { blackHole(try JSONSerialization.data(withJSONObject: object)) }
    }
  }

  func by(_ v8: V8, _ operation: V8.Operation) throws -> Contestant {
    let file = try TemporaryFile(Data(bytes))
    return Contestant("V8 (node)") { length in try v8.measure(operation, of: file.url, length) / Double(nodeCount) }
  }
}
