import BenchmarkSupport
import Trellis

/// What the paged tree costs at one size beside what the same costs at 1k nodes: the ratio is 1 when size does not matter.
enum GrowthSuite {
  static func benchmarks(_ size: DataSet.Size) -> [Benchmark] {
    if size == .small { return [] }
    return [
      beside(size, "50 children from a key on", unit: "range", gate: 1.0 / 6) { data in
        let items = try PagedTree(json: data.json).snapshot["items"]
        return { count in for i in 0..<count { blackHole(items.walk(from: data.keys[i], 50)) } }
      },
      beside(size, "the child at a place", unit: "child", gate: 1.0 / 6) { data in
        let items = try PagedTree(json: data.json).snapshot["items"]
        let count = data.records.count
        return { times in for i in 0..<times { blackHole(items.place(i &* 7919 % count)) } }
      },
      beside(size, "diff after one change", unit: "diff", gate: 1.0 / 4) { data in
        let tree = try PagedTree(json: data.json)
        var versions = [tree.snapshot]
        for i in 0..<64 {
          tree.set(data.paths[i], -1)
          versions.append(tree.snapshot)
        }
        return { [versions] count in
          for i in 0..<count { blackHole(versions[i & 63 + 1].differences(from: versions[i & 63])) }
        }
      },
    ]
  }

  private static func beside(
    _ size: DataSet.Size, _ what: String, unit: String, gate: Double,
    _ work: @escaping (DataSet) throws -> (_ count: Int) async throws -> Void
  ) -> Benchmark {
    Benchmark("tree: \(what), \(size.rawValue) beside 1k", unit: unit, gate: gate) {
      Benchmark.Contest(
        ours: Contestant("Trellis", try work(DataSet.of(size))), peer: Contestant("Trellis at 1k", try work(DataSet.of(.small))))
    }
  }
}
