import TrellisDatabase
import TrellisEngine
import TrellisPages
import TrellisTree

/// A database file that is open for reading only. It shows the state at the last `refresh()`.
final class ReadOnlyDatastore: Datastore {
  private let base: LocalDatastore
  private let reader: FileReader
  private let path: String
  /// News are taken over in the order in which they were read.
  private let refreshing = Lock()

  init(_ path: String, policy: (any AccessPolicy)?, indexes: IndexSettings) async throws {
    self.path = path
    reader = try FileReader(path)
    base = try await LocalDatastore.open(reader, policy: policy, indexes: indexes)
  }

  /// Takes over what others have written since.
  func refresh() throws {
    try refreshing.withLock {
      switch try reader.news() {
      case .none: break
      case .commits(let commits): try base.adopt(commits)
      case .everything(let content): try base.adopt(content)
      }
    }
  }

  private func readOnly(_ place: TreePath?) -> TrellisError {
    TrellisError(.readOnly, at: place, "\(path) is open for reading only; open it without readOnly to write")
  }

  func write(_ write: TreeWrite, as auth: Auth?) async throws -> Commit { throw readOnly(write.changes.first?.path) }

  func transaction(
    at path: TreePath, keepingPriority: Bool, as auth: Auth?, _ body: @Sendable (Tree) throws -> Tree?
  ) async throws -> TransactionResult { throw readOnly(path) }

  func importJSON(
    at path: TreePath, options: JSONOptions, as auth: Auth?, from next: @escaping @Sendable () throws -> [UInt8]?
  ) async throws -> Int64 { throw readOnly(path) }

  var identity: ObjectIdentifier { base.identity }
  func read(_ paths: [TreePath], as auth: Auth?) async throws -> [TreeSnapshot] { try await base.read(paths, as: auth) }
  func read(_ query: TreeQuery, as auth: Auth?) async throws -> QueryResult { try await base.read(query, as: auth) }

  func read(
    _ paths: [TreePath], as auth: Auth?, by policy: ReadPolicy?
  ) async throws -> (nodes: [TreeSnapshot], source: Snapshot.Source) {
    let source = try source(policy)
    return (try await base.read(paths, as: auth), source)
  }

  func read(
    _ query: TreeQuery, as auth: Auth?, by policy: ReadPolicy?
  ) async throws -> (result: QueryResult, source: Snapshot.Source) {
    let source = try source(policy)
    return (try await base.read(query, as: auth), source)
  }

  /// The latest is what the file has now; else others may have written since the last look.
  private func source(_ policy: ReadPolicy?) throws -> Snapshot.Source {
    guard policy == .latest else { return .cached }
    try refresh()
    return .latest
  }

  func observe(_ query: TreeQuery, as auth: Auth?) -> QueryUpdates { base.observe(query, as: auth) }
  func changes(of query: TreeQuery, as auth: Auth?) -> QueryChanges { base.changes(of: query, as: auth) }
  func explain(_ query: TreeQuery, as auth: Auth?) async throws -> QueryPlan { try await base.explain(query, as: auth) }
  func commitNumber() async throws -> Int64 { try await base.commitNumber() }
  func commits(since number: Int64) -> Commits { base.commits(since: number) }
  func recentCommits(_ most: Int) async throws -> [Commit] { try await base.recentCommits(most) }
  func statistics() async throws -> DatabaseStatistics? { try await base.statistics() }
  func snapshot() async throws -> any Datastore { try await base.snapshot() }
  func flush() async throws { try await base.flush() }
  func close() async throws { try await base.close() }
}
