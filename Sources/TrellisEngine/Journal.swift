package import TrellisPages
package import TrellisTree

/// Where the commits of a `LocalDatastore` are kept, so that the tree survives.
package protocol Journal: Sendable {
  /// Nothing is kept: commits need not wait for `append`.
  var isVolatile: Bool { get }

  /// What was kept, once, before the first `append`.
  func load() async throws -> JournalContent

  /// Keeps a group of commits, all or none, and returns once they are as durable as asked. One call at a time, commits in
  /// order. Must not stop half-way when the caller's task is cancelled.
  func append(_ commits: [Commit]) async throws

  /// Whether so much has been appended that it is time for a checkpoint.
  var needsCheckpoint: Bool { get }

  /// Folds the commits into the tree that is kept, so that the next `load` has less to do. `root` is the tree after the last
  /// commit. Called between two appends. When it fails nothing is lost, and it is called again later.
  func checkpoint(_ root: TreeSnapshot) async throws

  /// Whether it can keep a tree where somebody else would keep a commit: `replace`.
  var keepsTrees: Bool { get }

  /// Keeps a tree in which everything at a path is new, as it is after a commit with this number, in place of the commit,
  /// which is too large for that. All or nothing. Called between two appends; the candidate is good during the call only.
  func replace(_ path: TreePath, in root: CandidateView, number: Int64) throws

  /// Ends it. `root` is the tree after the last commit.
  func close(_ root: TreeSnapshot) async throws
}

extension Journal {
  package var needsCheckpoint: Bool { false }
  package func checkpoint(_ root: TreeSnapshot) async throws {}
  package var keepsTrees: Bool { false }
  package func replace(_ path: TreePath, in root: CandidateView, number: Int64) throws {}
}

/// What a journal has kept: a tree, and the commits made since.
package struct JournalContent: Sendable {
  /// Puts the tree into an empty one.
  package var fill: @Sendable (inout Edit) throws -> Void
  /// The number of the last commit that is in the tree.
  package var number: Int64
  package var commits: [Commit]
  /// Commits before those, which are in the tree, as far as they are still kept.
  package var history: [Commit]

  package init(number: Int64 = 0, commits: [Commit] = [], history: [Commit] = [], fill: @escaping @Sendable (inout Edit) throws -> Void) {
    self.fill = fill
    self.number = number
    self.commits = commits
    self.history = history
  }

  package init(tree: Tree = .null, number: Int64 = 0, commits: [Commit] = []) {
    self.init(number: number, commits: commits) { $0.apply(TreeWrite.Change(.root, tree)) }
  }
}

/// Keeps nothing.
package struct MemoryJournal: Journal {
  package init() {}

  package var isVolatile: Bool { true }
  package var keepsTrees: Bool { true }
  package func load() async throws -> JournalContent { JournalContent() }
  package func append(_ commits: [Commit]) async throws {}
  package func close(_ root: TreeSnapshot) async throws {}
}
