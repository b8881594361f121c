import TestSupport
import Testing
import TrellisDatabase
import TrellisEngine
import TrellisRules
import TrellisTree

/// `.indexOn`: what it declares, and what becomes of queries that it does not name.
@Suite(.hangGuard) struct RulesIndexTests {
  private static let dinosaurs = """
    {"rules": {".read": "auth.uid != 'bob'", "dinos": {".indexOn": ["height", ".value", "metrics/views"], "$id": {"eggs": {".indexOn": "size"}}}}}
    """
  private static let data: Tree = [
    "dinos": ["l": ["height": 2.1, "metrics": ["views": 7]], "s": ["height": 4, "metrics": ["views": 3]]], "other": ["a": ["height": 1]],
  ]

  private static func query(_ path: TreePath, _ child: TreePath) throws -> TreeQuery { try TreeQuery(path).ordered(by: .child(child)) }

  @Test("an index is found where it stands, below wildcards, too")
  func declared() throws {
    let rules = try SecurityRules(Self.dinosaurs)
    #expect(try rules.missingIndex(for: Self.query("dinos", "height")) == nil)
    #expect(try rules.missingIndex(for: Self.query("dinos", "metrics/views")) == nil)
    #expect(try rules.missingIndex(for: TreeQuery("dinos").ordered(by: .value)) == nil)
    #expect(try rules.missingIndex(for: Self.query("dinos/l/eggs", "size")) == nil)
    #expect(try rules.missingIndex(for: TreeQuery("other").ordered(by: .key)) == nil)
    #expect(try rules.missingIndex(for: TreeQuery("other").ordered(by: .priority)) == nil)
    #expect(rules.missingIndex(for: TreeQuery("other")) == nil)
    #expect(
      try rules.missingIndex(for: Self.query("dinos", "weight"))?.description
        == #"Index not defined, add ".indexOn": "weight", for path "/dinos", to the rules"#)
    #expect(try rules.missingIndex(for: Self.query("dinos/l", "size"))?.path == "dinos/l")
    #expect(
      try rules.missingIndex(for: TreeQuery("/").ordered(by: .value))?.description
        == #"Index not defined, add ".indexOn": ".value", for path "/", to the rules"#)
  }

  @Test("O-10: where it is wished, a query without its index is refused, and says what to add; who listens is served, with a warning")
  func refused() async throws {
    let warned = Locked<[MissingIndex]>([])
    let policy = RulesPolicy(try SecurityRules(Self.dinosaurs), missingIndexes: .refused) { missing in
      warned.withLock { $0.append(missing) }
    }
    let database = Database(try LocalDatastore(Self.data, policy: policy))
    let query = try Self.query("other", "height")
    await expectError(.invalid, at: "other", saying: [#"add ".indexOn": "height", for path "/other""#]) { try await database.get(query) }
    #expect(warned.withLock { $0.isEmpty })
    var results = database.observe(query).makeAsyncIterator()
    #expect(try await results.next()?.count == 1)
    #expect(warned.withLock { $0.map(\.name) } == ["height"])
    #expect(try await database.get(Self.query("dinos", "height").starting(at: 3)).keys == ["s"])
    #expect(try await database.get(Self.query("dinos", "metrics/views").first(1)).keys == ["s"])
    #expect(try await database.get(TreeQuery("other").first(1)).count == 1)
    #expect(try await database.as(.administrator).get(query).count == 1)
    // Rules come first.
    await expectError(.permissionDenied) { try await database.as(Auth(uid: "bob")).get(query) }
    policy.rules = try SecurityRules(#"{"rules": {".read": true, "other": {".indexOn": "height"}}}"#)
    #expect(try await database.get(query).count == 1)
  }

  @Test("O-10: else queries are served without an index, with a warning")
  func served() async throws {
    let warned = Locked(0)
    let policy = RulesPolicy(try SecurityRules(Self.dinosaurs)) { _ in warned.withLock { $0 += 1 } }
    let database = Database(try LocalDatastore(Self.data, policy: policy))
    #expect(try await database.get(Self.query("other", "height")).count == 1)
    #expect(warned.withLock { $0 } == 1)
  }

  @Test("an index that rules declare is kept, however few children there are")
  func kept() async throws {
    let policy = RulesPolicy(try SecurityRules(Self.dinosaurs))
    let database = Database(try LocalDatastore(Self.data, policy: policy))
    #expect(try await database.explain(Self.query("dinos", "height")).strategy == .index)
    #expect(try await database.as(.administrator).explain(Self.query("other", "height")).strategy != .index)
  }

  @Test("rules that demand a query and declare no index for it are warned of")
  func warnings() throws {
    func warnings(_ rest: String) throws -> [String] {
      try SecurityRules(
        #"{"rules": {"m": {".read": "query.orderByChild == 'owner' && query.equalTo == auth.uid || query.orderByValue"\#(rest)}}}"#
      ).warnings.map(\.message)
    }
    #expect(try warnings("").count == 2)
    #expect(try warnings("").first?.contains("ordered by owner") == true)
    #expect(try warnings(#", ".indexOn": "owner""#).count == 1)
    #expect(try warnings(#", ".indexOn": ["owner", ".value"]"#).isEmpty)
    #expect(try warnings(#", "$id": {".indexOn": ["owner", ".value"]}"#).isEmpty)
  }
}
