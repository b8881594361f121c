import TestSupport
import Testing
import TrellisDatabase
import TrellisEngine
import TrellisPages
import TrellisSQLite
import TrellisTree
import VectorSupport

/// Rows of the file against a plain tree: what is folded piece by piece reads back as what was written.
@Suite(.hangGuard) struct RowTests {
  @Test("a tree and its rows are the same, at every size", arguments: 0..<40)
  func wholeTrees(_ run: Int) throws {
    var random = SeededRandom.announced("rows \(run)")
    let tree = random.wideTree(below: [1, 5, 40, 400, 3000][run % 5])
    var rows: [(place: [UInt8], row: [UInt8])] = []
    try TreeSnapshot(tree).forEachRow { rows.append(($0, $1)) }
    #expect(zip(rows, rows.dropFirst()).allSatisfy { $0.place.lexicographicallyPrecedes($1.place) }, "seed \(random.seed)")
    #expect(rows.dropLast().filter { $0.row.count < 300 }.count <= rows.count, "seed \(random.seed)")

    let arena = Arena()
    var edit = arena.begin()
    var i = 0
    try edit.set {
      defer { i += 1 }
      return i < rows.count ? rows[i] : nil
    }
    _ = edit.publish()
    #expect(arena.pin().json(.export) == tree.json(.export), "seed \(random.seed)")
    #expect(arena.brokenInvariants().isEmpty, "seed \(random.seed)")
  }

  @Test("records in a wide collection, whatever their number of fields", arguments: [1, 2, 3, 4, 5, 8, 13])
  func records(fields: Int) throws {
    let record = Tree.branch((0..<fields).map { (TreeKey($0 + 10), Tree.branch([("n", .int(Int64($0))), ("s", "text")])) })
    let tree = Tree.branch((0..<3000).map { (TreeKey($0), record) })
    var rows: [(place: [UInt8], row: [UInt8])] = []
    try TreeSnapshot(["items": tree, "z": 1]).forEachRow { rows.append(($0, $1)) }
    let arena = Arena()
    var edit = arena.begin()
    var next = rows[...].makeIterator()
    try edit.set { next.next() }
    _ = edit.publish()
    let items = arena.pin()["items"]
    #expect(items.count == 3000)
    for (key, item) in items.children { #expect(item.tree == record, "\(key)") }
    #expect(arena.brokenInvariants().isEmpty)
  }

  @Test("random writes, folded every few commits, are there after each opening", arguments: 0..<12)
  func randomWrites(_ run: Int) async throws {
    var random = SeededRandom.announced("folding \(run)")
    let folder = try TemporaryFolder()
    var expected = Tree.null
    for _ in 0..<8 {
      let database = try await Database.openFoldingOften(folder.path(), checkpointBytes: random.pick([300, 1000, 5000]))
      #expect(try await database.json() == expected.json(.export), "seed \(random.seed)")
      for _ in 0..<random.below(60) {
        let write = try random.write(expected)
        for change in try await database.write(write).changes { expected.apply(change) }
      }
      #expect(try await database.json() == expected.json(.export), "seed \(random.seed)")
      if random.chance(percent: 70) { try await database.close() }
      let problems = try await DatabaseFile(at: folder.path()).check()
      #expect(problems == [], "seed \(random.seed)")
    }
  }

  @Test("a priority far down in a row of its own")
  func deepPriority() async throws {
    let folder = try TemporaryFolder()
    let database = try await Database.openFoldingOften(folder.path())
    let children = Tree.branch((0..<200).map { (TreeKey($0), Tree.string("a child of some length")) })
    try await database.set("a/b/c/d/e/f/g/h/i", children.with(priority: -42))
    try await database.setPriority("a/b/c/d/e/f/g/h/i", 7)
    try await database.compact()
    try await database.set("a/b/c/d/e/f/g/h/i/0", 1)
    try await database.setPriority("a/b/c/d/e/f/g/h/i", -42)
    let json = try await database.json()
    try await database.close()
    #expect(try await Database.open(at: folder.path()).json() == json)
  }

  @Test("rows stay of a good size when a long list grows and shrinks")
  func sizes() async throws {
    var random = SeededRandom.announced("row sizes")
    let folder = try TemporaryFolder()
    let database = try await Database.openFoldingOften(folder.path(), checkpointBytes: 4000)
    var keys: [TreeKey] = []
    for _ in 0..<1500 {
      let key = PushKey.next()
      keys.append(key)
      try await database.set(TreePath(["items", key]), ["name": "a mural", "likes": .int(Int64(random.below(1000)))])
    }
    keys.shuffle(using: &random)
    for key in keys.prefix(750) { try await database.remove(TreePath(["items", key])) }
    try await database.compact()
    try await database.close()
    let leaves = 750 * 2
    let size = try folder.size()
    #expect(size / leaves < 45, "\(size) bytes")
  }

  @Test("damaged rows are refused, whatever is in them", arguments: 0..<200)
  func damagedRows(_ run: Int) throws {
    var random = SeededRandom.announced("damaged rows \(run)")
    let tree = random.wideTree(below: 60)
    var rows: [(place: [UInt8], row: [UInt8])] = []
    try TreeSnapshot(tree).forEachRow { rows.append(($0, $1)) }
    guard !rows.isEmpty else { return }
    // With a right checksum, so that what lies behind it is tried.
    for _ in 0..<20 {
      var damaged = rows
      let i = random.below(damaged.count)
      switch random.below(4) {
      case 0: damaged[i].row[5 + random.below(damaged[i].row.count - 5)] ^= UInt8(1 + random.below(255))
      case 1: damaged[i].row.removeLast(1 + random.below(damaged[i].row.count - 5))
      case 2: damaged[i].place[random.below(damaged[i].place.count)] ^= UInt8(1 + random.below(255))
      default: damaged.insert(damaged[random.below(damaged.count)], at: i)
      }
      for j in damaged.indices where damaged[j].row.count >= 5 {
        var writer = PackedWriter(damaged[j].row)
        writer.seal(for: damaged[j].place)
        damaged[j].row = writer.bytes
      }
      let arena = Arena()
      var edit = arena.begin()
      var next = 0
      // It may read as another tree, but never as a broken one.
      try? edit.set {
        defer { next += 1 }
        return next < damaged.count ? damaged[next] : nil
      }
      _ = edit.publish()
      #expect(arena.brokenInvariants().isEmpty, "seed \(random.seed)")
    }
  }
}

extension SeededRandom {
  /// A tree of about so many leaves, some nodes of which are wide, some deep, some with priorities.
  mutating func wideTree(below leaves: Int) -> Tree {
    if leaves <= 1 { return tree(levels: 0) }
    let fan = 1 + below(min(leaves, 200))
    var children: [(TreeKey, Tree)] = []
    for _ in 0..<fan { children.append((key(), wideTree(below: max(1, leaves / fan)))) }
    return Tree.branch(children).with(priority: chance(percent: 10) ? priority() : nil)
  }

  /// A write somewhere in or beside what is there.
  mutating func write(_ tree: Tree) throws -> TreeWrite {
    var path = TreePath.root
    var node = tree
    while node.count > 0, chance(percent: 75) {
      let child = node.child(at: below(node.count))
      (path, node) = (path.appending(child.key), child.node)
    }
    switch below(10) {
    case 0...2: return try .set(path.appending(key()), wideTree(below: 1 + below(60)))
    case 3: return try .set(path, wideTree(below: 1 + below(100)))
    case 4...6: return try .remove(path)
    case 7: return try .setPriority(path, Tree(priority()))
    case 8: return try .update(path, [TreePath([key()]): self.tree(levels: 2), TreePath(["zz", key()]): .null])
    default: return try .set(path, Tree(scalar()))
    }
  }
}
