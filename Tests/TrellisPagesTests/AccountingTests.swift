import Testing
import TrellisPages
import TrellisTree

/// What the arena says about versions, pins and memory.
@Suite struct AccountingTests {
  @Test func pinsAreShared() {
    let arena = arena(murals)
    #expect(arena.statistics.pins == 0 && arena.statistics.versions == 1)
    var pins: [TreeSnapshot] = (0..<100).map { _ in arena.pin() }
    #expect(arena.statistics.pins == 1 && arena.statistics.oldestPin == nil, "the published version needs no pin to stay")
    #expect(pins[0].isIdentical(to: pins[99]) && pins[0].version == arena.published)
    arena.publishing { $0.set(["murals", "m1", "likes"], 4) }
    #expect(arena.statistics.versions == 2 && arena.statistics.oldestPin == pins[0].version?.number && arena.statistics.retainedBytes > 0)
    pins.removeAll()
    arena.reclaim()
    #expect(arena.statistics.versions == 1 && arena.statistics.oldestPin == nil && arena.statistics.retainedBytes == 0)
  }

  @Test func thePublishedVersionByName() {
    let arena = arena(murals)
    let version = arena.published
    #expect(arena.pin(version)?.version == version)
    arena.publishing { $0.set(["x"], 1) }
    #expect(arena.pin(version) == nil && arena.pin(arena.published) != nil)
  }

  @Test func appliedVersionsAreNotSeen() {
    let arena = arena(murals)
    var edit = arena.begin()
    edit.set(["x"], 1)
    let applied = edit.apply()
    #expect(arena.applied == applied && arena.published != applied && !arena.pin()["x"].exists)
    #expect(arena.statistics.versions == 2)
    arena.publish(applied)
    arena.publish(applied)
    #expect(arena.published == applied && arena.pin()["x"].exists)
  }

  @Test func anOldPinKeepsOneVersionMoreAndNoOther() {
    let arena = arena(.branch((0..<1000).map { (key("k\($0)"), .string("a string of some length \($0)")) }))
    let bytes = arena.statistics.liveBytes
    let old = arena.pin()
    for round in 0..<20 {
      arena.publishing { edit in for i in 0..<1000 { edit.set([key("k\(i)")], .string("another string, in round \(round), \(i)")) } }
    }
    arena.reclaim()
    #expect(arena.statistics.versions == 2 && arena.statistics.liveBytes < 3 * bytes)
    #expect(old["k500"].string == "a string of some length 500")
    #expect(arena.brokenInvariants() == [])
  }

  @Test(arguments: [0, 1, 2]) func pinsDroppedInAnyOrder(_ order: Int) {
    let arena = arena(murals)
    var pins: [TreeSnapshot?] = []
    for i in 0..<500 {
      arena.publishing { $0.set(["murals", "m1", "likes"], .string("likes of round \(i)")) }
      pins.append(arena.pin())
    }
    #expect(arena.statistics.pins == 500 && arena.statistics.versions == 500)
    var random = Random(seed: 1)
    var indices = Array(pins.indices)
    if order == 1 { indices.reverse() }
    if order == 2 { indices.shuffle(using: &random) }
    for (done, i) in indices.enumerated() {
      #expect(pins[i]?[path: "murals/m1/likes"].string == "likes of round \(i)")
      pins[i] = nil
      if done % 50 == 0 { #expect(arena.brokenInvariants() == []) }
    }
    arena.reclaim()
    #expect(
      arena.statistics.versions == 1 && arena.statistics.retainedBytes == 0 && arena.statistics.retainedSubtrees == 0
        && !arena.statistics.hasGarbage)
    #expect(arena.bytesAfterEmptying() == 0)
  }

  /// Publishing frees along the way: a steady writer needs nobody to call `reclaim`.
  @Test func aSteadyWriterDoesNotGrow() {
    let arena = arena(murals)
    for i in 0..<100 { arena.publishing { $0.set(["murals", "m1", "name"], .string("a name that needs a box \(i)")) } }
    let bytes = arena.statistics.liveBytes
    for i in 0..<1000 { arena.publishing { $0.set(["murals", "m1", "name"], .string("a name that needs a box \(i)")) } }
    #expect(arena.statistics.liveBytes <= bytes + 4096 && arena.statistics.versions == 1)
  }

  @Test func reclaimKeepsItsBudget() {
    let arena = arena(.branch((0..<3000).map { (key("k\($0)"), .string("a string of some length \($0)")) }))
    arena.publishing { $0.remove([]) }
    var steps = 0
    while arena.reclaim(budget: 100) { steps += 1 }
    #expect(steps > 20 && arena.statistics.liveBytes == 0)
  }
}
