import Testing
import TrellisPages
import TrellisTree

/// Pages built bottom-up must be as good as pages that grew by insertions.
@Suite struct BuildTests {
  static let sizes = [1, 2, 31, 32, 33, 39, 40, 41, 63, 64, 65, 95, 96, 97, 255, 256, 257, 1000, 1023, 1024, 1025, 1056, 1057, 5000]

  @Test(arguments: sizes) func asInsertionsDo(_ count: Int) {
    var random = Random(seed: UInt64(count))
    for isRanked in [false, true] {
      let keys = Set(
        (0..<count).map { i in
          switch i % 3 {
          case 0: key(pushText(i, &random))
          case 1: key("\(i)")
          default: key("a common prefix, long enough to need boxes, \(i)")
          }
        })
      var tree = Tree.branch(keys.map { ($0, .string("value of \($0)")) })
      if isRanked { tree = tree.with(priority: "first") }
      let (built, grown) = (Arena(), Arena())
      built.publishing { $0.set(["node"], tree) }
      grown.publishing { edit in
        for key in keys { edit.set(["node", key], tree[key]) }
        if isRanked { edit.setPriority(["node"], "first") }
      }
      #expect(built.brokenInvariants() == [] && grown.brokenInvariants() == [])
      #expect(built.pin().isEqual(to: grown.pin()) && built.pin().tree == grown.pin().tree)
      #expect(built.pin()["node"].priority == grown.pin()["node"].priority && built.pin()["node"].count == count)
      #expect(built.statistics.liveBytes <= grown.statistics.liveBytes)

      // It takes changes like any other.
      let names = keys.sorted()
      built.publishing { edit in
        for (i, key) in names.enumerated() where i % 2 == 0 { edit.remove(["node", key]) }
        for i in 0..<100 { edit.set(["node", key("new \(i)")], .int(Int64(i))) }
      }
      #expect(built.brokenInvariants() == [] && built.pin()["node"].count == count / 2 + 100)
      #expect(built.bytesAfterEmptying() == 0)
    }
  }

  @Test(arguments: 0..<40) func randomTrees(_ number: Int) {
    let seed = Random.freshSeed
    print("build: seed \(seed)")
    var random = Random(seed: seed)
    let tree = random.tree()
    let arena = Arena()
    arena.publishing { $0.set(["here"], tree) }
    #expect(arena.pin()["here"].tree == tree)
    #expect(arena.brokenInvariants() == [])
    arena.publishing { $0.set(["here"], .null) }
    arena.reclaim()
    #expect(arena.statistics.liveBytes == 0)
  }

  @Test func deepTrees() {
    let deep = (0..<500).reduce(Tree.string("at the bottom of it all")) { tree, _ in ["down": tree] }
    let arena = Arena()
    arena.publishing { $0.set([], deep) }
    let path = [TreeKey](repeating: "down", count: 500)
    #expect(arena.pin()[path].string == "at the bottom of it all")
    #expect(copy(of: arena.pin(), upTo: .max)?[path].string == "at the bottom of it all")
    #expect(arena.brokenInvariants() == [])
  }
}
