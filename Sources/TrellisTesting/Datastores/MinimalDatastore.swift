public import Trellis

/// A datastore that does what the contract promises and nothing more: to find code that relies on more, and as a pattern for authors.
///
/// ```swift
/// @Suite(.database { Database(MinimalDatastore()) }) struct MuralTests { … }
/// ```
/// It keeps one tree and its last eight commits, has no indexes and no access policy, and tells observers to look again after every
/// commit, whether it concerns them or not.
public final class MinimalDatastore: Datastore {
  private struct State {
    var tree: Tree
    var number: Int64 = 0
    var commits: [Commit] = []
    var listeners: [Int: AsyncThrowingStream<Void, any Error>.Continuation] = [:]
    var nextListener = 0
    var isClosed = false
  }

  private static let mostCommits = 8

  private let state: Locked<State>
  private let now: @Sendable () -> Int64

  /// - Parameter clock: gives the time of writes; by default that of this machine.
  public init(_ tree: Tree = .null, clock: TestClock? = nil) {
    state = Locked(State(tree: tree))
    now = { clock?.milliseconds ?? Clock.milliseconds() }
  }

  private func open<Value>(_ body: (inout State) throws -> Value) throws -> Value {
    try state.withLock { state in
      if state.isClosed { throw TrellisError(.closed, "the database has been closed; open it again") }
      return try body(&state)
    }
  }

  // MARK: Reading

  public func read(_ paths: [TreePath], as auth: Auth?) async throws -> [TreeSnapshot] {
    let tree = try open { $0.tree }
    return paths.map { TreeSnapshot(tree[path: $0]) }
  }

  public func read(_ query: TreeQuery, as auth: Auth?) async throws -> QueryResult { try result(query) }

  private func result(_ query: TreeQuery) throws -> QueryResult {
    QueryResult(query, in: TreeSnapshot(try open { $0.tree[path: query.path] }))
  }

  public func snapshot() async throws -> any Datastore {
    try open { PinnedDatastore(root: TreeSnapshot($0.tree), number: $0.number, policy: nil, milliseconds: now()) }
  }

  // MARK: Writing

  public func write(_ write: TreeWrite, as auth: Auth?) async throws -> Commit {
    try Task.checkCancellation()
    let (commit, listeners) = try open { state in
      try check(write.condition, state)
      let commit = write.carryOut(on: &state.tree, number: state.number + 1, milliseconds: now(), origin: auth?.uid)
      state.number = commit.number
      state.commits = (state.commits + [commit]).suffix(Self.mostCommits)
      return (commit, state.listeners.values)
    }
    for listener in listeners { listener.yield() }
    return commit
  }

  private func check(_ condition: TreeWrite.Condition?, _ state: State) throws {
    switch condition {
    case nil: break
    case .equals(let expected, let path)?:
      if state.tree[path: path] != expected { throw TrellisError(.conflict, at: path, "the value is not the expected one") }
    case .unchanged(let number, let path)?:
      // Of commits that are no longer kept it is not known where they wrote.
      let since = state.commits.drop { $0.number <= number }
      let isKnown = state.number <= number || since.first?.number == number + 1
      let isTouched = since.contains { $0.changes.contains { $0.path.contains(path) || path.contains($0.path) } }
      if isTouched || !isKnown { throw TrellisError(.conflict, at: path, "somebody has written here since commit \(number)") }
    case .all(let conditions)?: for condition in conditions { try check(condition, state) }
    }
  }

  // MARK: Listening

  public func observe(_ query: TreeQuery, as auth: Auth?) -> QueryUpdates {
    QueryUpdates(changes: { self.listen() }, current: { try self.result(query) })
  }

  public func commitNumber() async throws -> Int64 { try open { $0.number } }

  public func commits(since number: Int64) -> Commits {
    Commits(since: number, changes: { self.listen() }, behind: { try self.commits(behind: $0) })
  }

  private func commits(behind number: Int64) throws -> [Commit] {
    try open { state in
      let commits = state.commits.drop { $0.number <= number }
      guard state.number <= number || commits.first?.number == number + 1 else {
        throw TrellisError(.historyGone, "commit \(number + 1) is no longer kept; begin again with a snapshot")
      }
      return Array(commits)
    }
  }

  private func listen() -> AsyncThrowingStream<Void, any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { listener in
      do {
        let number = try open { state in
          state.nextListener += 1
          state.listeners[state.nextListener] = listener
          return state.nextListener
        }
        listener.onTermination = { _ in self.state.withLock { $0.listeners[number] = nil } }
        listener.yield()
      } catch {
        listener.finish(throwing: error)
      }
    }
  }

  // MARK: Ending

  public func flush() async throws { try open { _ in } }

  public func close() async throws {
    let listeners = state.withLock { state in
      defer { state.listeners = [:] }
      state.isClosed = true
      return state.listeners.values
    }
    for listener in listeners { listener.finish(throwing: TrellisError(.closed, "the database has been closed; open it again")) }
  }
}
