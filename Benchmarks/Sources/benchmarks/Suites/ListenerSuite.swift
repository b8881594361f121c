import BenchmarkSupport
import Trellis

/// What listeners cost a write: closures that do nothing, before there is any stream.
enum ListenerSuite {
  static var benchmarks: [Benchmark] {
    [
      beside("1 listener there", gate: 1 / 2) { try $0.listen(at: path(0)) },
      beside("100 listeners elsewhere", gate: nil) { for i in 1...100 { try $0.listen(at: path(i)) } },
      beside("100 listeners there", gate: nil) { for _ in 0..<100 { try $0.listen(at: path(0)) } },
      beside("20,000 listeners elsewhere", gate: 1 / 3) { for i in 1...20_000 { try $0.listen(at: path(i)) } },
      Benchmark.figure("listeners: a callback more at the same place", unit: "callback", gate: 20) {
        let (none, many) = (try database(), try database())
        for _ in 0..<1000 { try many.listen(at: path(0)) }
        let (short, long) = (setting(none), setting(many))
        _ = try await (short.sample(.milliseconds(20)), long.sample(.milliseconds(20)))
        let (bare, called) = (try await short.sample(.milliseconds(60)), try await long.sample(.milliseconds(60)))
        return (called - bare) / 1000
      },
    ]
  }

  private static func beside(_ what: String, gate: Double?, _ listen: @escaping (ListenedDatabase) throws -> Void) -> Benchmark {
    Benchmark("listeners: set a leaf, \(what), beside none", unit: "set", gate: gate) {
      let listened = try database()
      try listen(listened)
      return Benchmark.Contest(ours: setting(listened), peer: setting(try database(), "Trellis, none"))
    }
  }

  private static func database() throws -> ListenedDatabase {
    try ListenedDatabase(["items": .branch((0...20_000).map { (TreeKey(stringLiteral: "k\($0)"), ["score": 1]) })])
  }

  private static func path(_ i: Int) -> TreePath { TreePath(stringLiteral: "items/k\(i)") }

  private static func setting(_ listened: ListenedDatabase, _ name: String = "Trellis") -> Contestant {
    let database = listened.database
    let place = path(0).appending("score" as TreeKey)
    return Contestant(name) { count in for i in 0..<count { try await database.set(place, .int(Int64(i))) } }
  }
}
