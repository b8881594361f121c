import BenchmarkSupport
import Trellis

/// What it costs to keep versions of the paged tree.
enum VersionSuite {
  static func benchmarks(_ size: DataSet.Size) -> [Benchmark] {
    [
      Benchmark.solo("tree: take and drop a snapshot, \(size.rawValue)", unit: "snapshot", gate: 100) {
        let tree = try PagedTree(json: DataSet.of(size).json)
        return { count in for _ in 0..<count { blackHole(tree.snapshot) } }
      },
      Benchmark.figure("tree: bytes a node, \(size.rawValue)", unit: "byte", gate: 32) {
        let data = DataSet.of(size)
        return Double(try PagedTree(json: data.json).liveBytes) / Double(data.nodeCount)
      },
    ]
  }

  /// As if so many models lived, each read at another version.
  static var living: [Benchmark] {
    let (few, many) = (1000, 100_000)
    return [
      Benchmark("tree: drop 100,000 snapshots, each with the write that frees, beside 1,000", unit: "snapshot", gate: 0.2) {
        Benchmark.Contest(ours: try dropping(many), peer: try dropping(few))
      },
      Benchmark.figure("tree: bytes retained for each of 100,000 snapshots", unit: "byte") {
        let data = DataSet.of(.medium)
        let tree = try PagedTree(json: data.json)
        let before = tree.liveBytes
        let snapshots = snapshots(many, of: tree, data)
        return withExtendedLifetime(snapshots) { Double(tree.liveBytes - before) / Double(many) }
      },
    ]
  }

  private static func snapshots(_ count: Int, of tree: PagedTree, _ data: DataSet) -> [TreeSnapshot] {
    (0..<count).map { i in
      tree.set(data.paths[i], Double(i))
      return tree.snapshot
    }
  }

  /// Snapshots of so many versions, dropped in no order while writes go on: nanoseconds a snapshot.
  private static func dropping(_ count: Int) throws -> Contestant {
    let data = DataSet.of(.medium)
    let tree = try PagedTree(json: data.json)
    return Contestant("Trellis, \(count)") { _ in
      var random = RandomNumbers(seed: 3)
      var snapshots = snapshots(count, of: tree, data).shuffled(using: &random)
      let time = ContinuousClock().measure {
        while snapshots.popLast() != nil { tree.set(data.paths[snapshots.count], -1) }
      }
      return time.nanoseconds / Double(count)
    }
  }
}
