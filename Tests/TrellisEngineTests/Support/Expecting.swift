import Testing
import TrellisDatabase
import TrellisTree

/// Runs what must throw a `TrellisError` of a kind that names a place and says certain words, and gives it for a closer look.
@discardableResult
func expectError<Value>(
  _ code: TrellisError.Code, at path: TreePath? = nil, saying words: [String] = [], isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Value
) async -> TrellisError? {
  do {
    _ = try await body()
    Issue.record("no error was thrown, but \(code) is expected", sourceLocation: sourceLocation)
  } catch let error as TrellisError {
    #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
    if let path { #expect(error.path == path, "\(error)", sourceLocation: sourceLocation) }
    for word in words { #expect(error.message.contains(word), "\(error)", sourceLocation: sourceLocation) }
    #expect(!error.message.isEmpty, sourceLocation: sourceLocation)
    return error
  } catch {
    Issue.record("\(code) is expected, not \(error)", sourceLocation: sourceLocation)
  }
  return nil
}

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
