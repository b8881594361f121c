import TrellisPages
import TrellisTree

/// A datastore through a connection: `/.info` is the connection's, writes wait while it is offline, all else is the datastore's.
final class ConnectedDatastore: Datastore, TurnTaking {
  private let base: any Datastore
  private let gate: ConnectionGate

  init(_ base: any Datastore, _ gate: ConnectionGate) {
    self.base = base
    self.gate = gate
  }

  var identity: ObjectIdentifier { base.identity }
  var turns: Turns? { (base as? any TurnTaking)?.turns }

  func read(_ paths: [TreePath], as auth: Auth?) async throws -> [TreeSnapshot] {
    guard paths.contains(where: \.isInfo) else { return try await base.read(paths, as: auth) }
    var nodes = try await base.read(paths, as: auth)
    for (i, path) in paths.enumerated() where path.isInfo { nodes[i] = gate.info.node(at: path) }
    return nodes
  }

  func read(_ query: TreeQuery, as auth: Auth?) async throws -> QueryResult {
    query.path.isInfo ? gate.info.result(query) : try await base.read(query, as: auth)
  }

  func read(
    _ paths: [TreePath], as auth: Auth?, by policy: ReadPolicy?
  ) async throws -> (nodes: [TreeSnapshot], source: Snapshot.Source) {
    if policy == .latest { try await gate.waitUntilConnected() }
    let source = source
    return (try await read(paths, as: auth), source)
  }

  func read(
    _ query: TreeQuery, as auth: Auth?, by policy: ReadPolicy?
  ) async throws -> (result: QueryResult, source: Snapshot.Source) {
    if policy == .latest { try await gate.waitUntilConnected() }
    let source = source
    return (try await read(query, as: auth), source)
  }

  /// Offline, it is not known what others write.
  private var source: Snapshot.Source { gate.isConnected ? .latest : .cached }

  func write(_ write: TreeWrite, as auth: Auth?) async throws -> Commit {
    try await gate.waitUntilConnected()
    return try await base.write(write, as: auth)
  }

  func transaction(
    at path: TreePath, keepingPriority: Bool, as auth: Auth?, _ body: @Sendable (Tree) throws -> Tree?
  ) async throws -> TransactionResult {
    try await gate.waitUntilConnected()
    return try await base.transaction(at: path, keepingPriority: keepingPriority, as: auth, body)
  }

  func importJSON(
    at path: TreePath, options: JSONOptions, as auth: Auth?, from next: @escaping @Sendable () throws -> [UInt8]?
  ) async throws -> Int64 {
    try await gate.waitUntilConnected()
    return try await base.importJSON(at: path, options: options, as: auth, from: next)
  }

  func observe(_ query: TreeQuery, as auth: Auth?) -> QueryUpdates {
    query.path.isInfo ? gate.info.observe(query) : base.observe(query, as: auth)
  }

  func changes(of query: TreeQuery, as auth: Auth?) -> QueryChanges {
    query.path.isInfo ? QueryChanges { .results(self.gate.info.observe(query)) } : base.changes(of: query, as: auth)
  }

  func explain(_ query: TreeQuery, as auth: Auth?) async throws -> QueryPlan { try await base.explain(query, as: auth) }
  func commitNumber() async throws -> Int64 { try await base.commitNumber() }
  func commits(since number: Int64) -> Commits { base.commits(since: number) }
  func recentCommits(_ most: Int) async throws -> [Commit] { try await base.recentCommits(most) }
  func statistics() async throws -> DatabaseStatistics? { try await base.statistics() }
  func snapshot() async throws -> any Datastore { try await base.snapshot() }
  func flush() async throws { try await base.flush() }

  func close() async throws {
    defer { gate.info.finish(throwing: TrellisError(.closed, "the database has been closed; open it again")) }
    try await base.close()
  }
}
