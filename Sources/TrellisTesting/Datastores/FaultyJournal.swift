public import Trellis

/// A journal in memory that fails when a test wants it to: for what an app does when the disk is full.
///
/// ```swift
/// let journal = FaultyJournal()
/// let database = try await Database.journaled(by: journal)
/// journal.fail(next: 1)
/// // The next write throws .storageFailed, nobody has seen anything of it, and the one after goes well.
/// ```
public final class FaultyJournal: Journal {
  /// Why a write fails that it was told to fail.
  public struct Failure: Error, Sendable, CustomStringConvertible {
    public var description: String { "the journal was told to fail" }
  }

  private struct State {
    var failures = 0
    var commits: [Commit] = []
  }

  private let tree: Tree
  private let state = Locked(State())
  package let isVolatile: Bool

  public convenience init(_ tree: Tree = .null) { self.init(tree, isVolatile: false) }

  package init(_ tree: Tree, isVolatile: Bool) {
    self.tree = tree
    self.isVolatile = isVolatile
  }

  /// Fails the next groups of writes, so many.
  public func fail(next groups: Int) { state.withLock { $0.failures = groups } }

  /// What has been kept.
  public var commits: [Commit] { state.withLock { $0.commits } }

  package func load() async throws -> JournalContent { JournalContent(tree: tree, commits: commits) }

  package func append(_ commits: [Commit]) async throws {
    try state.withLock { state in
      if state.failures > 0 {
        state.failures -= 1
        throw Failure()
      }
      state.commits += commits
    }
  }

  package func close(_ root: TreeSnapshot) async throws {}
}

extension Database {
  /// A database that a journal keeps, which a test may let fail. Opened again with the same journal, it has what was kept.
  public static func journaled(by journal: FaultyJournal, policy: (any AccessPolicy)? = nil) async throws -> Database {
    Database(try await LocalDatastore.open(journal, policy: policy))
  }
}
