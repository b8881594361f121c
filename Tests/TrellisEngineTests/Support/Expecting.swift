import Testing
import TrellisDatabase
import TrellisTree

/// Runs what must change nothing and make no commit.
func expectUnchanged(
  _ database: Database, isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () async throws -> Void
) async throws {
  let first = try await database.set("marker", 0)
  let before = try await database.json()
  try await body()
  #expect(try await database.json() == before, sourceLocation: sourceLocation)
  #expect(try await database.remove("marker").number == first.number + 1, "a commit was made", sourceLocation: sourceLocation)
}

extension Database {
  /// What is stored, as JSON with priorities; numbers show whether they are integers or doubles.
  func json(_ path: TreePath = .root) async throws -> String { try await get(path).json(.export) }

  /// The commits from the first one through this number.
  func commitsSoFar(since: Int64 = 0, through number: Int64) async throws -> [Commit] {
    var commits: [Commit] = []
    if number <= since { return commits }
    for try await commit in self.commits(since: since) {
      commits.append(commit)
      if commit.number >= number { break }
    }
    return commits
  }
}

/// What a task with nothing but cancellation in front of it gets: whatever is ready, but it never waits.
func withoutWaiting<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
  try await Task {
    withUnsafeCurrentTask { $0?.cancel() }
    return try await body()
  }.value
}
