import BenchmarkSupport
import Trellis

/// The paged tree itself, below every lock and check of a database.
enum TreeSuite {
  static func benchmarks(_ size: DataSet.Size) -> [Benchmark] {
    writing(size) + reading(size)
  }

  private static func writing(_ size: DataSet.Size) -> [Benchmark] {
    [
      Benchmark("tree: set a leaf in place, \(size.rawValue)", unit: "set", gate: size == .small ? nil : 15) {
        let data = DataSet.of(size)
        let tree = try PagedTree(json: data.json)
        let peer = Box(RedBlackTree(data.records))
        return Benchmark.Contest(
          ours: inPlace(tree, data),
          peer: Contestant("red-black tree") { count in
            for i in 0..<count { peer.value.set(data.pieces[i][...], .double(Double(i))) }
          })
      },
      Benchmark("tree: set a leaf in place, beside dictionaries, \(size.rawValue)", unit: "set") {
        let data = DataSet.of(size)
        let tree = try PagedTree(json: data.json)
        let peer = Box(DictionaryTree(data.records))
        return Benchmark.Contest(
          ours: inPlace(tree, data),
          peer: Contestant("nested dictionaries") { count in
            for i in 0..<count { peer.value.set(data.pieces[i][...], .double(Double(i))) }
          })
      },
      Benchmark("tree: set a leaf, a version each, \(size.rawValue)", unit: "set") {
        let data = DataSet.of(size)
        let tree = try PagedTree(json: data.json)
        let peer = Box(RedBlackTree(data.records))
        return Benchmark.Contest(
          ours: Contestant("Trellis") { count in
            for i in 0..<count { tree.set(data.paths[i], Double(i)) }
          },
          peer: Contestant("red-black tree") { count in
            for i in 0..<count { peer.value.set(data.pieces[i][...], .double(Double(i))) }
          })
      },
      Benchmark("tree: set a leaf, a snapshot each, \(size.rawValue)", unit: "set", gate: size == .small ? nil : 8) {
        let data = DataSet.of(size)
        let tree = try PagedTree(json: data.json)
        let peer = Box(RedBlackTree(data.records))
        return Benchmark.Contest(
          ours: Contestant("Trellis") { count in
            var snapshot = tree.snapshot
            for i in 0..<count {
              tree.set(data.paths[i], Double(i))
              snapshot = tree.snapshot
            }
            blackHole(snapshot)
          },
          peer: Contestant("red-black tree") { count in
            var snapshot = peer.value
            for i in 0..<count {
              peer.value.set(data.pieces[i][...], .double(Double(i)))
              snapshot = peer.value
            }
            blackHole(snapshot)
          })
      },
    ]
  }

  /// Sets leaves in one edit that goes on and on, and has made all pages it changes its own before it is measured.
  private static func inPlace(_ tree: PagedTree, _ data: DataSet) -> Contestant {
    let edit = LongEdit(tree)
    for path in data.paths.elements { edit.set(path, -1) }
    return Contestant("Trellis") { count in for i in 0..<count { edit.set(data.paths[i], Double(i)) } }
  }

  private static func reading(_ size: DataSet.Size) -> [Benchmark] {
    [
      Benchmark("tree: read a leaf, TreePath, \(size.rawValue)", unit: "read") {
        let data = DataSet.of(size)
        let snapshot = try PagedTree(json: data.json).snapshot
        let peer = RedBlackTree(data.records)
        return Benchmark.Contest(
          ours: Contestant("Trellis") { count in
            for i in 0..<count { blackHole(snapshot[path: data.paths[i]].double) }
          },
          peer: Contestant("red-black tree") { count in
            for i in 0..<count { blackHole(peer[data.pieces[i]]) }
          })
      },
      Benchmark("tree: read a leaf, path as text, \(size.rawValue)", unit: "read") {
        let data = DataSet.of(size)
        let snapshot = try PagedTree(json: data.json).snapshot
        let peer = DictionaryTree(data.records)
        return Benchmark.Contest(
          ours: Contestant("Trellis") { count in
            for i in 0..<count { blackHole(snapshot[path: try TreePath(data.texts[i])].double) }
          },
          peer: Contestant("nested dictionaries") { count in
            for i in 0..<count { blackHole(peer[data.texts[i].split(separator: "/").lazy.map(String.init)]) }
          })
      },
      Benchmark("tree: scan all records, \(size.rawValue)", unit: "node") {
        let data = DataSet.of(size)
        let items = try PagedTree(json: data.json).snapshot["items"]
        let peer = RedBlackTree(data.records).map?["items"]?.map ?? RedBlackMap()
        let (first, all) = (data.records[0].key, data.records.count)
        let firstKey = TreeKey(stringLiteral: first)
        return Benchmark.Contest(
          ours: Contestant("Trellis", unitsPerRun: data.nodeCount) { count in
            for _ in 0..<count { blackHole(items.walkFields(from: firstKey, all)) }
          },
          peer: Contestant("red-black tree", unitsPerRun: data.nodeCount) { count in
            for _ in 0..<count { peer.walk(from: first, all) { $1.map?.walk(from: "", 4) { blackHole($1) } } }
          })
      },
      Benchmark("tree: 50 children from a key on, \(size.rawValue)", unit: "range") {
        let data = DataSet.of(size)
        let items = try PagedTree(json: data.json).snapshot["items"]
        let peer = RedBlackTree(data.records).map?["items"]?.map ?? RedBlackMap()
        return Benchmark.Contest(
          ours: Contestant("Trellis") { count in
            for i in 0..<count { blackHole(items.walk(from: data.keys[i], 50)) }
          },
          peer: Contestant("red-black tree") { count in
            for i in 0..<count { peer.walk(from: data.pieces[i][1], 50) { blackHole($1) } }
          })
      },
    ]
  }
}
