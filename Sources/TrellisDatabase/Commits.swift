public import TrellisTree

/// Commits in order, each exactly once: what change capture, replicas and audits follow.
///
/// ```swift
/// for try await commit in database.commits(since: lastSeen) { try await forward(commit); lastSeen = commit.number }
/// ```
/// It goes on for ever, waiting for new commits. Nothing is dropped silently: when the reader falls behind what the
/// datastore keeps, it throws `.historyGone`.
public struct Commits: AsyncSequence, Sendable {
  public typealias Element = Commit

  /// One reading: something that says "look again", and the look, which gives commits behind a number.
  package struct Source: Sendable {
    let changes: AsyncThrowingStream<Void, any Error>
    let behind: @Sendable (Int64) throws -> [Commit]

    package init(changes: AsyncThrowingStream<Void, any Error>, behind: @escaping @Sendable (Int64) throws -> [Commit]) {
      self.changes = changes
      self.behind = behind
    }
  }

  private let number: Int64
  private let start: @Sendable () -> Source

  package init(since number: Int64, _ start: @escaping @Sendable () -> Source) {
    self.number = number
    self.start = start
  }

  public func makeAsyncIterator() -> Iterator { Iterator(start(), since: number) }

  public struct Iterator: AsyncIteratorProtocol {
    /// Nil after an error, which is the end.
    private var changes: AsyncThrowingStream<Void, any Error>.Iterator?
    private let behind: @Sendable (Int64) throws -> [Commit]
    private var last: Int64
    private var ready: ArraySlice<Commit> = []

    init(_ source: Source, since number: Int64) {
      changes = source.changes.makeAsyncIterator()
      behind = source.behind
      last = number
    }

    public mutating func next() async throws -> Commit? { try await next(isolation: #isolation) }

    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Commit? {
      do {
        while ready.isEmpty {
          guard try await changes?.next(isolation: actor) != nil else { return nil }
          ready = try behind(last)[...]
        }
      } catch {
        changes = nil
        throw error
      }
      let commit = ready.removeFirst()
      last = commit.number
      return commit
    }
  }
}
