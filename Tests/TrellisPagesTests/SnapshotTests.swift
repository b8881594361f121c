import Testing
import TrellisPages
import TrellisTree

@Suite struct SnapshotTests {
  let snapshot = arena(murals).pin()

  @Test func values() {
    let mural = snapshot["murals"]["m1"]
    #expect(mural["name"].string == "A really great mural")
    #expect(mural["likes"].int == 3)
    #expect(mural["likes"].double == 3)
    #expect(mural["rating"].double == 4.5)
    #expect(mural["rating"].int == nil)
    #expect(mural["public"].bool == true)
    #expect(mural["name"].scalar == "A really great mural")
    #expect(snapshot[path: "murals/m2/rating"].int == 3)
    #expect(mural["name"].int == nil && mural["name"].bool == nil && mural["likes"].string == nil && mural["likes"].bool == nil)
    #expect(mural.scalar == nil && mural.string == nil && mural.int == nil && mural.double == nil && mural.bool == nil)
  }

  @Test func shape() {
    #expect(snapshot.exists && snapshot.hasChildren && snapshot.count == 2)
    #expect(snapshot[path: "murals/m1/images"].count == 2)
    #expect(snapshot[path: "murals/m1/images/1/location"].string == "/murals/m1b.jpg")
    let leaf = snapshot[path: "murals/m1/name"]
    #expect(leaf.exists && !leaf.hasChildren && leaf.count == 0 && leaf.children.isEmpty)
    #expect(leaf["deeper"].exists == false)
    #expect(snapshot[path: "/"].isIdentical(to: snapshot))
  }

  @Test func missingReadsAsNothing() {
    for missing in [snapshot["nobody"], snapshot[path: "murals/m1/artists/nobody/deeper"], .missing] {
      #expect(!missing.exists && !missing.hasChildren && missing.count == 0)
      #expect(missing.scalar == nil && missing.priority == nil && missing.int == nil && missing.string == nil)
      #expect(missing.children.map(\.key).isEmpty)
      #expect(missing.tree.isNull && missing.json() == "null" && missing.version == nil)
      #expect(missing.isEqual(to: .missing) && missing.isIdentical(to: .missing))
    }
  }

  @Test func children() {
    let images = snapshot[path: "murals/m1"].children
    #expect(images.map(\.key.text) == ["artists", "images", "likes", "name", "public", "rating"])
    #expect(images.count == 6 && !images.isEmpty && images.underestimatedCount == 6)
    for (key, node) in images { #expect(node.isEqual(to: snapshot[path: "murals/m1"][key])) }
  }

  @Test func fieldsWithoutASnapshotInBetween() {
    let mural = snapshot["murals"]["m1"]
    #expect(mural.int(at: "likes") == 3 && mural.double(at: "likes") == 3 && mural.double(at: "rating") == 4.5)
    #expect(mural.string(at: "name") == "A really great mural" && mural.bool(at: "public") == true)
    #expect(mural.scalar(at: "likes") == 3 && mural.scalar(at: "artists") == nil)
    #expect(mural.exists(at: "artists") && !mural.exists(at: "nothing") && mural.string(at: "nothing") == nil)
    #expect(snapshot.scalar(at: ["murals", "m2", "name"]) == "Untitled" && snapshot.scalar(at: ["murals", "m2"]) == nil)
    #expect(snapshot["murals"]["m1"]["name"].int(at: "deeper") == nil)
  }

  @Test func becomesATree() {
    #expect(snapshot.tree == murals)
    #expect(snapshot[path: "murals/m2"].tree == murals[path: "murals/m2"])
    #expect(snapshot.description == murals.description)
  }

  @Test func staysWhatItWas() {
    let arena = arena(murals)
    let before = arena.pin()
    arena.publishing { $0.set(["murals", "m1", "name"], "Renamed") }
    arena.publishing { $0.remove(["artists"]) }
    arena.reclaim()
    #expect(before.tree == murals)
    #expect(arena.pin()[path: "murals/m1/name"].string == "Renamed")
    #expect(!arena.pin()["artists"].exists)
  }

  @Test func outlivesItsArena() {
    var arena: Arena? = TrellisPagesTests.arena(murals)
    let mural = arena?.pin()["murals"]["m1"]
    arena = nil
    #expect(mural?.tree == murals[path: "murals/m1"])
  }

  @Test func leavesThatFitIntoAWordKeepNoVersion() {
    #expect(snapshot.version != nil)
    #expect(snapshot["murals"].version == snapshot.version)
    #expect(snapshot[path: "murals/m1/likes"].version == nil)
    #expect(snapshot[path: "murals/m1/name"].version == snapshot.version)
  }

  @Test func equality() {
    let other = arena(murals).pin()
    #expect(!snapshot.isIdentical(to: other))
    #expect(snapshot.isEqual(to: other))
    #expect(snapshot["murals"]["m1"]["likes"].isIdentical(to: other["murals"]["m1"]["likes"]))
    var changed = murals
    changed[path: "murals/m1/likes"] = 3.0
    #expect(snapshot.isEqual(to: arena(changed).pin()), "3 equals 3.0")
    changed[path: "murals/m1/likes"] = Tree.int(3).with(priority: 1)
    #expect(!snapshot.isEqual(to: arena(changed).pin()), "priorities count")
    changed[path: "murals/m1/likes"] = 4
    #expect(!snapshot.isEqual(to: arena(changed).pin()))
    changed[path: "murals/m1/likes"] = ["a": 3]
    #expect(!snapshot.isEqual(to: arena(changed).pin()))
    changed[path: "murals/m1"] = .null
    #expect(!snapshot.isEqual(to: arena(changed).pin()))
    #expect(!snapshot.isEqual(to: .missing) && !TreeSnapshot.missing.isEqual(to: snapshot))
  }

  @Test func cursorsFromTheEndsOfTheKeySpace() {
    let items = arena(.list((0..<100).map { .int($0) })).pin()
    func keys(_ bound: TreeBound, _ direction: TreeDirection) -> [Int] {
      var cursor = items.cursor(from: bound, direction)
      var keys: [Int] = []
      while cursor.next() { keys.append(cursor.key.integerValue ?? -1) }
      return keys
    }
    let all = Array(0..<100)
    #expect(keys(.at(.minimum), .forward) == all && keys(.past(.minimum), .forward) == all)
    #expect(keys(.at(.minimum), .backward).isEmpty && keys(.at(.maximum), .forward).isEmpty)
    #expect(keys(.at(.maximum), .backward) == all.reversed() && keys(.past(.maximum), .backward) == all.reversed())
    #expect(items.rank(of: .minimum) == 0 && items.rank(of: .maximum) == 100)
    #expect(!items[.minimum].exists && !items[.maximum].exists)
  }

  @Test func cursorsPassHiddenEntries() {
    let node = arena(Tree.list([1, 2]).with(priority: 7)).pin()
    for bound in [TreeBound.unbounded, .at(.maximum)] {
      var cursor = node.cursor(from: bound, .backward)
      #expect(cursor.next() && cursor.key == "1" && cursor.next() && cursor.key == "0" && !cursor.next())
    }
    var cursor = node.cursor(from: .at(.minimum), .forward)
    #expect(cursor.next() && cursor.key == "0" && cursor.scalar == 1 && cursor.priority == nil)
  }
}
