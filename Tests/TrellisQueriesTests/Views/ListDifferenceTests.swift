import Testing
import TrellisDatabase
import TrellisTree
import VectorSupport

/// Lists made of one another.
@Suite struct ListDifferenceTests {
  private func difference(_ old: [TreeKey], _ new: [TreeKey], changed: Set<TreeKey> = []) -> ListDifference {
    ListDifference(from: old, to: new, changed: changed)
  }

  @Test("places are those of the old list for what goes, and of the new one for what comes")
  func places() {
    let step = difference(["a", "b", "c", "d"], ["x", "b", "d", "y"], changed: ["d", "b"])
    #expect(step.removals == [0, 2] && step.insertions == [0, 3] && step.moves.isEmpty && step.changes == [1, 2])
    #expect(difference([], []).isEmpty && difference(["a"], ["a"]).isEmpty)
    #expect(!difference(["a"], ["a"], changed: ["a"]).isEmpty)
  }

  @Test("as few as possible move")
  func moves() {
    let toEnd = difference(["a", "b", "c", "d"], ["b", "c", "d", "a"])
    #expect(toEnd.moves.map(\.origin) == [0] && toEnd.moves.map(\.destination) == [3])
    let swapped = difference(["a", "b"], ["b", "a"])
    #expect(swapped.moves.count == 1)
    #expect(difference(["a", "b", "c", "d", "e"], ["e", "d", "c", "b", "a"]).moves.count == 4)
  }

  @Test("applied to the old list it gives the new one")
  func random() {
    var random = SeededRandom.announced("list differences")
    for _ in 0..<3000 {
      let keys = (0..<12).map { TreeKey(listIndex: $0) }
      let old = keys.shuffled(using: &random).prefix(random.below(12))
      let new = keys.shuffled(using: &random).prefix(random.below(12))
      let changed = Set(keys.filter { _ in random.chance(percent: 20) })
      var list = old.map { "\($0) old" }
      difference(Array(old), Array(new), changed: changed).apply(to: &list) { "\(new[$0]) new" }
      let expected = new.map { old.contains($0) && !changed.contains($0) ? "\($0) old" : "\($0) new" }
      #expect(list == expected, "\(old) to \(new), seed \(random.seed)")
    }
  }
}
