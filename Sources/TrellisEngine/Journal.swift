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

  /// Ends it. `root` is the tree after the last commit.
  func close(_ root: TreeSnapshot) async throws
}

/// What a journal has kept: a tree, and the commits made since.
package struct JournalContent: Sendable {
  package var tree: Tree
  /// The number of the last commit that is in `tree`.
  package var number: Int64
  package var commits: [Commit]

  package init(tree: Tree = .null, number: Int64 = 0, commits: [Commit] = []) {
    self.tree = tree
    self.number = number
    self.commits = commits
  }
}

/// Keeps nothing.
package struct MemoryJournal: Journal {
  package init() {}

  package var isVolatile: Bool { true }
  package func load() async throws -> JournalContent { JournalContent() }
  package func append(_ commits: [Commit]) async throws {}
  package func close(_ root: TreeSnapshot) async throws {}
}
