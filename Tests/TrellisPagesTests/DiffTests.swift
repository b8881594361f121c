import Testing
import TrellisPages
import TrellisTree

@Suite struct DiffTests {
  private func changes(_ old: TreeSnapshot, _ new: TreeSnapshot) -> [String] {
    var found: [String] = []
    diff(old, new) { found.append("\($0.kind == .value ? "value" : "priority") \(TreePath($0.path)) \($0.old.json()) \($0.new.json())") }
    return found
  }

  @Test func whatChanged() {
    let arena = arena(murals)
    let old = arena.pin()
    arena.publishing {
      $0.set(["murals", "m1", "likes"], 4)
      $0.setPriority(["murals", "m2"], 1)
      $0.remove(["artists", "a1"])
      $0.set(["artists", "a3"], ["firstName": "Cy"])
      $0.set(["murals", "m2", "name", "first"], "a leaf becomes a branch")
    }
    #expect(
      changes(old, arena.pin()) == [
        #"value /artists/a1 {"firstName":"Ada"} null"#, #"value /artists/a3 null {"firstName":"Cy"}"#, #"value /murals/m1/likes 3 4"#,
        #"priority /murals/m2 {"likes":0,"name":"Untitled","public":false,"rating":3.0} {"likes":0,"name":{"first":"a leaf becomes a branch"},"public":false,"rating":3.0}"#,
        #"value /murals/m2/name "Untitled" {"first":"a leaf becomes a branch"}"#,
      ])
    #expect(changes(old, old).isEmpty)
    #expect(changes(old["murals"], arena.pin()["murals"]).first == #"value /m1/likes 3 4"#)
  }

  @Test func whatTheDatabaseDoesNotSee() {
    let (a, b) = (TreeSnapshot(["x": 1, "y": 0.0]), TreeSnapshot(["x": 1.0, "y": .double(-0.0)]))
    var visible: [Bool] = []
    diff(a, b) { visible.append($0.isVisible) }
    #expect(visible == [false, false] && a.isEqual(to: b))
    visible = []
    diff(TreeSnapshot(Tree("x").with(priority: 1)), TreeSnapshot(Tree("x").with(priority: 1.0))) { visible.append($0.isVisible) }
    #expect(visible == [false])
  }

  @Test func leavesWithPriorities() {
    let (plain, ranked) = (TreeSnapshot("x"), TreeSnapshot(Tree("x").with(priority: 1)))
    #expect(changes(plain, ranked) == [#"priority / "x" "x""#])
    #expect(changes(ranked, TreeSnapshot(Tree("y").with(priority: 2))) == [#"value / "x" "y""#, #"priority / "x" "y""#])
    #expect(changes(ranked, .missing) == [#"value / "x" null"#])
    #expect(changes(.missing, .missing).isEmpty)
  }

  /// In a wide node little is looked at: what both versions share is passed over by pages.
  @Test func inWideNodes() {
    let arena = arena(.branch((0..<5000).map { (key("k\($0)"), .int(Int64($0))) }))
    let old = arena.pin()
    arena.publishing { edit in
      for i in stride(from: 0, to: 5000, by: 617) { edit.set([key("k\(i)")], "changed") }
      for i in 2000..<2400 { edit.remove([key("k\(i)")]) }
      for i in 0..<200 { edit.set([key("k3000 and \(i)")], 1) }
    }
    var found: Set<TreeKey> = []
    var count = 0
    diff(old, arena.pin()) {
      found.insert($0.path[0])
      count += 1
    }
    let expected = stride(from: 0, to: 5000, by: 617).filter { !(2000..<2400).contains($0) }.count + 400 + 200
    #expect(count == expected && found.count == expected)
  }
}
