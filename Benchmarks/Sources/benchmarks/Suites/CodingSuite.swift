import Foundation
import Trellis

/// `Codable` values out of nodes and into them.
enum CodingSuite {
  static var benchmarks: [Benchmark] {
    [
      Benchmark("codable: decode a record of 4 fields", unit: "value") {
        let data = DataSet.of(.small)
        let database = try Database.inMemory(json: data.data)
        let nodes = try await database.get("items").children.map(\.node)
        let texts = nodes.map { Data($0.json().utf8) }
        let decoder = JSONDecoder()
        return Benchmark.Contest(
          ours: Contestant("Trellis") { count in
            for i in 0..<count { blackHole(try nodes[i % nodes.count].decode(ItemValue.self)) }
          },
          peer: Contestant("JSONDecoder") { count in
            for i in 0..<count { blackHole(try decoder.decode(ItemValue.self, from: texts[i % texts.count])) }
          })
      },
      Benchmark("codable: encode a record of 4 fields", unit: "value") {
        let values = DataSet.of(.small).records.map {
          ItemValue(name: $0.name, age: $0.age, score: $0.score, active: $0.isActive)
        }
        let (ours, peer) = (TreeEncoder(), JSONEncoder())
        return Benchmark.Contest(
          ours: Contestant("Trellis") { count in
            for i in 0..<count { blackHole(try ours.encode(values[i % values.count])) }
          },
          peer: Contestant("JSONEncoder") { count in
            for i in 0..<count { blackHole(try peer.encode(values[i % values.count])) }
          })
      },
      Benchmark.solo("push key: make one", unit: "key") {
        { count in for _ in 0..<count { blackHole(PushKey.next()) } }
      },
    ]
  }
}
