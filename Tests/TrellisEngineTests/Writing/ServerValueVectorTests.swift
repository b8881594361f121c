import TestSupport
import Testing
import TrellisDatabase
import TrellisEngine
import TrellisTree
import VectorSupport

private let file = VectorFile("servervalues")

/// `servervalues.json`, carried out by the engine: what a write leaves, given what was there and the writes before it.
@Suite(.hangGuard) struct ServerValueVectorTests {
  @Test("the cases are there")
  func cases() { #expect(file.cases("cases").count >= 117) }

  @Test("the write leaves this, and a listener sees it", arguments: file.cases("cases").filter { !$0.has("error") && !hasSiblings($0) })
  func result(_ vector: VectorCase) async throws {
    let path = try TreePath(try vector.text("path"))
    let isKnown = try vector.flag("existingKnown")
    var start = Tree.null
    if isKnown { start[path: path] = try vector["existing"].tree() }
    let offset = vector["offset"].double ?? 0
    let now = Int64(((vector["now"].double ?? 0) + offset).rounded(.towardZero))
    let database = Database(try await LocalDatastore.open(TestJournal(JournalContent(tree: start)), now: { now }))
    for pending in vector["pendingSets"].elements {
      try await database.set(TreePath(pending["path"]?.string ?? "/"), (pending["value"] ?? .null).tree())
    }

    var expected = try vector["local"].tree()
    // Timestamps are cut to whole milliseconds here, not in the client that made the vectors (§8).
    if offset != offset.rounded(), let number = expected.double { expected = .double(number.rounded(.towardZero)) }
    var values = database.observe(path).makeAsyncIterator()
    _ = try await values.next()
    try await Self.carryOut(vector, path, database)
    #expect(try await database.get(path).tree == expected)
    // A client that knows only a part raises events of its own.
    if isKnown, !vector["localEvents"].elements.isEmpty { #expect(try await values.next()?.tree == expected) }
  }

  /// The official client lets such pass; data model §2.4 refuses them.
  private static func hasSiblings(_ vector: VectorCase) -> Bool {
    vector["value"].contains { $0.has(".sv") && $0.members.contains { ![".sv", ".priority"].contains($0.key) } }
  }

  private static func carryOut(_ vector: VectorCase, _ path: TreePath, _ database: Database) async throws {
    switch try vector.text("op") {
    case "set": try await database.set(path, vector["value"].tree())
    case "setWithPriority": try await database.set(path, vector["value"].tree(), priority: vector["priority"].tree())
    case "setPriority": try await database.setPriority(path, vector["value"].tree())
    case "update": try await database.write(.update(path, texts: vector["value"].members.map { ($0.key, try $0.value.tree()) }))
    case "transaction":
      let value = try vector["value"].tree()
      try await database.transaction(path) { _ in value }
    case let op: throw MalformedVector(description: "\(vector): unknown op \(op)")
    }
  }
}
