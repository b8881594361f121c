import Testing
import TrellisPages
import TrellisTree

/// Snapshots in memory of their own: made of trees and texts, or copied out.
@Suite struct StandaloneTests {
  @Test(arguments: 0..<40) func ofRandomTrees(_ number: Int) {
    let seed = Random.freshSeed
    print("standalone: seed \(seed)")
    var random = Random(seed: seed)
    let tree = random.tree()
    let snapshot = TreeSnapshot(tree)
    #expect(snapshot.tree == tree && snapshot.version == nil && snapshot.count == tree.count)
    #expect(snapshot.json(.export) == tree.json(.export))
    #expect(snapshot.isEqual(to: arena(tree).pin()))
  }

  @Test func placeholdersAreLeftOut() {
    let draft: Tree = [
      "name": "A mural", "seenAt": .timestamp, "counts": ["likes": .increment(by: Int64(1))], "ranked": Tree(1).with(priority: .timestamp),
    ]
    let snapshot = TreeSnapshot(draft)
    #expect(snapshot.children.map(\.key.text) == ["name", "ranked"])
    #expect(snapshot["ranked"].priority == nil && snapshot["ranked"].int == 1)
    #expect(!TreeSnapshot(.timestamp).exists)
    #expect(!TreeSnapshot(Tree.branch([("a", .timestamp)]).with(priority: "a priority that needs a box")).exists)
  }

  @Test func copiesHaveALimit() throws {
    let pinned = arena(murals).pin()
    let mural = pinned["murals"]["m1"]
    #expect(copy(of: mural, upTo: 100) == nil)
    #expect(copy(of: pinned[path: "murals/m1/name"], upTo: 8) == nil)
    let copied = try #require(copy(of: mural, upTo: 4096))
    #expect(copied.version == nil && copied.isEqual(to: mural) && !copied.isIdentical(to: mural))
    #expect(copy(of: .missing, upTo: 0)?.exists == false)
    #expect(copy(of: mural["likes"], upTo: 0)?.int == 3, "what fits into a word takes no memory")
  }

  @Test func aCopyLetsGoOfTheVersion() throws {
    let arena = arena(murals)
    let copied = try #require(copy(of: arena.pin()["murals"], upTo: 1 << 20))
    arena.publishing { $0.remove([]) }
    arena.reclaim()
    #expect(arena.statistics.liveBytes == 0 && arena.statistics.pins == 0)
    #expect(copied.tree == murals["murals"])
  }

  @Test func largeOnes() {
    let tree = Tree.branch((0..<20_000).map { (key("k\($0)"), Tree.string("a string of some length, number \($0)")) })
    let snapshot = TreeSnapshot(tree)
    #expect(snapshot.count == 20_000 && snapshot["k12345"].string == "a string of some length, number 12345")
    #expect(snapshot.child(at: 19_999).key == tree.child(at: 19_999).key)
  }
}
