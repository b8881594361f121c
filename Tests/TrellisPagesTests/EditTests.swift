import Testing
import TrellisPages
import TrellisTree

@Suite struct EditTests {
  /// The rules of writes (data model §1.5), the same as `Tree.subscript(path:)` follows.
  @Test(arguments: 0..<8) func setsAsATreeDoes(_ number: Int) {
    let seed = Random.freshSeed
    print("sets: seed \(seed)")
    var random = Random(seed: seed)
    let arena = Arena()
    var tree = Tree.null
    let names: [TreeKey] = ["a", "b", "c", "1", "a key of more than twenty-three bytes"]
    for _ in 0..<150 {
      let path = (0..<random.below(4)).map { _ in names.randomElement(using: &random)! }
      let value = random.chance(25) ? Tree.null : random.tree(depth: 2)
      tree[path: TreePath(path)] = value
      arena.publishing { $0.set(path, value) }
    }
    #expect(arena.pin().tree == tree && arena.pin().json(.export) == tree.json(.export))
    #expect(arena.brokenInvariants() == [])
    #expect(arena.bytesAfterEmptying() == 0)
  }

  @Test func setReplacesThePriority() {
    let arena = Arena()
    arena.publishing { $0.set(["a"], Tree(1).with(priority: 5)) }
    #expect(arena.pin()["a"].priority == 5)
    arena.publishing { $0.set(["a"], 1) }
    #expect(arena.pin()["a"].priority == nil)
    arena.publishing { $0.set(["a"], ["b": 1]) }
    arena.publishing { $0.setPriority(["a"], "p") }
    arena.publishing { $0.set(["a", "c"], 2) }
    #expect(arena.pin()["a"].priority == "p", "writing below a node keeps its priority")
    arena.publishing { $0.setPriority(["a"], nil) }
    #expect(arena.pin()["a"].priority == nil && arena.pin()["a"].count == 2)
    #expect(arena.brokenInvariants() == [])
  }

  @Test func aLeafThatBecomesABranchKeepsItsPriority() {
    let arena = arena(["a": Tree("leaf").with(priority: 7)])
    arena.publishing { $0.set(["a", "b"], 1) }
    #expect(arena.pin()["a"].priority == 7 && arena.pin()["a"].scalar == nil && arena.pin()["a"]["b"].int == 1)
    arena.publishing { $0.remove(["a", "b"]) }
    #expect(!arena.pin().exists, "the last child takes its branch and the priority along")
  }

  @Test func removals() {
    let arena = arena(murals)
    arena.publishing {
      $0.remove(["murals", "m1", "nothing"])
      $0.remove(["murals", "m1", "name", "below a leaf"])
      $0.remove(["nobody", "nowhere"])
      $0.setPriority(["nobody"], 1)
    }
    #expect(arena.pin().tree == murals)
    arena.publishing { $0.remove(["artists", "a1"]) }
    arena.publishing { $0.set(["artists", "a2"], .null) }
    #expect(!arena.pin()["artists"].exists)
    #expect(arena.brokenInvariants() == [])
  }

  @Test func settingWhatIsThereAlready() {
    let arena = arena(murals)
    let before = arena.pin()
    arena.publishing {
      $0.set(["murals", "m1", "likes"], 3)
      $0.set(["murals", "m1", "name"], "A really great mural")
      $0.set(["murals", "m2"], murals[path: "murals/m2"])
    }
    #expect(arena.pin().isEqual(to: before))
    var changes = 0
    diff(before, arena.pin()) { _ in changes += 1 }
    #expect(changes == 0)
    #expect(arena.brokenInvariants() == [])
  }

  @Test func anEditThatChangesNothingMakesNoVersion() {
    let arena = arena(murals)
    let version = arena.published
    #expect(arena.publishing { _ in } == version)
    #expect(arena.publishing { $0.remove(["nobody"]) } == version)
    var edit = arena.begin()
    edit.remove(["nobody"])
    #expect(edit.apply() == version)
  }

  @Test func graftCopies() {
    let (from, to) = (arena(murals), Arena())
    let mural = from.pin()["murals"]["m1"]
    to.publishing {
      $0.graft(["copies", "one"], mural)
      $0.graft(["copies", "two"], mural)
      $0.graft(["copies", "none"], .missing)
      $0.graft(["copies", "leaf"], mural["likes"])
    }
    from.publishing { $0.remove([]) }
    #expect(to.pin()["copies"]["one"].tree == murals[path: "murals/m1"])
    #expect(to.pin()["copies"]["two"].isEqual(to: mural) && to.pin()["copies"].count == 3)
    to.publishing { $0.graft(["copies"], .missing) }
    #expect(!to.pin().exists)
    // Of the arena's own, also an older version.
    let own = arena(murals)
    let before = own.pin()
    own.publishing { $0.graft(["murals", "m1", "self"], before) }
    own.publishing { $0.graft(["murals", "m1"], before[path: "murals/m2"]) }
    #expect(own.pin()[path: "murals/m1"].isEqual(to: before[path: "murals/m2"]))
    #expect(from.brokenInvariants() == [] && to.brokenInvariants() == [] && own.brokenInvariants() == [])
  }

  @Test func viewsShowTheCandidateAndWhatItStartedFrom() {
    let arena = arena(murals)
    var edit = arena.begin()
    edit.set(["murals", "m1", "name"], "Renamed")
    #expect(edit.view[path: "murals/m1/name"].string == "Renamed")
    #expect(edit.base[path: "murals/m1/name"].string == "A really great mural")
    edit.remove(["artists"])
    let view = edit.view
    #expect(view.exists && view.hasChildren && view.count == 1 && !view["artists"].exists)
    #expect(view[path: "murals/m1/likes"].int == 3 && view[path: "murals/m1/rating"].double == 4.5)
    #expect(view[path: "murals/m1/public"].bool == true && view[path: "murals/m1/likes"].scalar == 3)
    #expect(view["murals"].children.map(\.key.text) == ["m1", "m2"] && view["murals"].children.count == 2)
    #expect(view["murals"]["m2"].tree == murals[path: "murals/m2"])
    edit.setPriority(["murals"], 9)
    #expect(edit.view["murals"].priority == 9 && edit.base["murals"].priority == nil)
    edit.discard()
    #expect(arena.pin().tree == murals)
  }

  @Test func discardAndDropLeaveNothing() {
    let arena = arena(murals)
    let bytes = arena.statistics.liveBytes
    for round in 0..<3 {
      var edit = arena.begin()
      edit.set(["murals", "m1"], ["name": "another long enough name"])
      edit.remove(["artists"])
      edit.set(["new"], .list((0..<500).map { .string("element number \($0)") }))
      if round == 0 { edit.discard() }
      // Dropping an edit discards it.
    }
    #expect(arena.pin().tree == murals && arena.applied == arena.published)
    #expect(arena.statistics.liveBytes == bytes && arena.statistics.retainedBytes == 0 && arena.statistics.retainedSubtrees == 0)
    #expect(arena.brokenInvariants() == [])
  }

  @Test func rewindUndoesWhatIsAppliedOnly() {
    let arena = arena(murals)
    let (published, bytes) = (arena.published, arena.statistics.liveBytes)
    func apply(_ likes: Int64) -> Version {
      var edit = arena.begin()
      edit.set(["murals", "m1", "likes"], .int(likes))
      return edit.apply()
    }
    let (first, _) = (apply(10), apply(11))
    _ = apply(12)
    #expect(arena.pin()[path: "murals/m1/likes"].int == 3)
    arena.rewind(to: first)
    #expect(arena.applied == first)
    arena.publish(first)
    #expect(arena.pin()[path: "murals/m1/likes"].int == 10)
    _ = apply(13)
    arena.rewind(to: first)
    #expect(arena.applied == arena.published && arena.published != published)
    arena.reclaim()
    #expect(arena.statistics.liveBytes == bytes && arena.brokenInvariants() == [])
  }
}
