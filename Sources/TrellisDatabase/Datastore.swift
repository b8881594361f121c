public import TrellisPages
public import TrellisTree

/// Where a tree lives: what `Database` hands every operation to. The engine's `LocalDatastore` is one; a client of a
/// remote database will be another.
///
/// All paths and queries of one call are answered from one version of the tree.
public protocol Datastore: AnyObject, Sendable {
  /// Which tree this is: what two models must have in common to stand for the same node.
  var identity: ObjectIdentifier { get }

  /// The nodes at some paths; nothing where nothing is.
  func read(_ paths: [TreePath], as auth: Auth?) async throws -> [TreeSnapshot]

  func read(_ query: TreeQuery, as auth: Auth?) async throws -> QueryResult

  /// The same reads by a policy, and how fresh the answers are. A datastore that always answers with the latest need not have it.
  func read(_ paths: [TreePath], as auth: Auth?, by policy: ReadPolicy?) async throws -> (nodes: [TreeSnapshot], source: Snapshot.Source)

  func read(_ query: TreeQuery, as auth: Auth?, by policy: ReadPolicy?) async throws -> (result: QueryResult, source: Snapshot.Source)

  /// Carries out a write, all of it or nothing, and returns once it is as durable as the datastore promises.
  ///
  /// - Throws: `.conflict` when its condition does not hold, `.permissionDenied`, `.closed`, `.storageFailed`.
  func write(_ write: TreeWrite, as auth: Auth?) async throws -> Commit

  func observe(_ query: TreeQuery, as auth: Auth?) -> QueryUpdates

  /// What each commit does to the result of a query.
  func changes(of query: TreeQuery, as auth: Auth?) -> QueryChanges

  /// How a query is answered, and what it costs.
  func explain(_ query: TreeQuery, as auth: Auth?) async throws -> QueryPlan

  /// The number of the newest commit that readers see; 0 before the first.
  func commitNumber() async throws -> Int64

  /// Commits with numbers above `number`.
  func commits(since number: Int64) -> Commits

  /// Replaces the node at a path by what `body` makes of it, once nobody has changed it in between.
  ///
  /// - Parameter keepingPriority: whether the priority stays where the new value has none of its own.
  func transaction(
    at path: TreePath, keepingPriority: Bool, as auth: Auth?, _ body: @Sendable (Tree) throws -> Tree?
  ) async throws -> TransactionResult

  /// Replaces the node at a path by what a JSON text says, which comes in pieces; all of it or nothing. Answers the number of
  /// the commit.
  func importJSON(
    at path: TreePath, options: JSONOptions, as auth: Auth?, from next: @escaping @Sendable () throws -> [UInt8]?
  ) async throws -> Int64

  /// The newest commits that are still kept, at most so many, oldest first.
  func recentCommits(_ most: Int) async throws -> [Commit]

  /// What it takes in memory; nil when that is not known.
  func statistics() async throws -> DatabaseStatistics?

  /// The tree as it is now, for any number of reads. Takes no writes.
  func snapshot() async throws -> any Datastore

  /// Returns once all writes so far are durable.
  func flush() async throws

  /// Ends it: waits for writes under way, then every further call throws `.closed`. Closing twice is fine.
  func close() async throws
}

/// How a transaction ended.
public struct TransactionResult: Sendable {
  /// False when the closure returned nil.
  public let isCommitted: Bool
  /// The value that now stands there; of an aborted transaction, the value it saw.
  public let value: TreeSnapshot
  /// How often the closure ran.
  public let attempts: Int

  package init(isCommitted: Bool, value: TreeSnapshot, attempts: Int) {
    self.isCommitted = isCommitted
    self.value = value
    self.attempts = attempts
  }
}

extension Datastore {
  public var identity: ObjectIdentifier { ObjectIdentifier(self) }

  public func read(
    _ paths: [TreePath], as auth: Auth?, by policy: ReadPolicy?
  ) async throws -> (nodes: [TreeSnapshot], source: Snapshot.Source) {
    (try await read(paths, as: auth), .latest)
  }

  public func read(
    _ query: TreeQuery, as auth: Auth?, by policy: ReadPolicy?
  ) async throws -> (result: QueryResult, source: Snapshot.Source) {
    (try await read(query, as: auth), .latest)
  }

  /// What lies between the results that `observe` gives.
  public func changes(of query: TreeQuery, as auth: Auth?) -> QueryChanges { QueryChanges { .results(self.observe(query, as: auth)) } }

  public func explain(_ query: TreeQuery, as auth: Auth?) async throws -> QueryPlan {
    QueryPlan(explaining: try await read(query, as: auth).view, isIndexed: false)
  }

  public func importJSON(
    at path: TreePath, options: JSONOptions, as auth: Auth?, from next: @escaping @Sendable () throws -> [UInt8]?
  ) async throws -> Int64 {
    var text: [UInt8] = []
    while let piece = try next() { text += piece }
    return try await importAsWrite(text, at: path, options: options, as: auth)
  }

  /// Imports a text as a write like any other.
  package func importAsWrite(_ text: [UInt8], at path: TreePath, options: JSONOptions, as auth: Auth?) async throws -> Int64 {
    let tree: Tree
    do throws(JSONError) { tree = try TreeSnapshot(jsonBytes: text, options: options).tree } catch { throw TrellisError(error) }
    let set: TreeWrite
    do throws(TreeWrite.Invalid) { set = try .set(path, tree) } catch { throw TrellisError(error) }
    return try await write(set, as: auth).number
  }

  public func recentCommits(_ most: Int) async throws -> [Commit] { [] }

  public func statistics() async throws -> DatabaseStatistics? { nil }

  /// Tries, each time from the newest value, up to 25 times (data model §9.7). `body` runs outside every lock.
  public func transaction(
    at path: TreePath, keepingPriority: Bool, as auth: Auth?, _ body: @Sendable (Tree) throws -> Tree?
  ) async throws -> TransactionResult {
    // What the closure throws is a result of the attempt: it may look like a conflict and is none.
    try await retrying(at: path) { attempt -> Result<TransactionResult, any Error> in
      let before = try await read([path], as: auth)[0]
      let seen = before.tree
      let outcome = Result { try body(seen) }
      guard case .success(let after?) = outcome else {
        return outcome.map { _ in TransactionResult(isCommitted: false, value: before, attempts: attempt) }
      }
      var write = try TreeWrite.transaction(path, after, keeping: keepingPriority ? seen.priority : nil)
      write.condition = .equals(seen, at: path)
      let commit = try await self.write(write, as: auth)
      return .success(TransactionResult(isCommitted: true, value: commit.value(at: path), attempts: attempt))
    }.get()
  }

  /// Runs `attempt` until it meets no conflict; it is told its number, from 1.
  package func retrying<Value>(at path: TreePath, _ attempt: (Int) async throws -> Value) async throws -> Value {
    let turn = (self as? any TurnTaking)?.turns.map { Turn($0) }
    defer { turn?.pass() }
    for number in 1...maximumAttempts {
      if let turn, number > 1 || turn.isNeeded { await turn.take() }
      try Task.checkCancellation()
      do {
        guard let turn, turn.isHeld else { return try await attempt(number) }
        return try await Turn.$current.withValue(turn) { try await attempt(number) }
      } catch TrellisError.Code.conflict {
        continue
      }
    }
    throw TrellisError(
      .maxRetries, at: path,
      "the value changed under the transaction \(maximumAttempts) times; try again, or split the value that many write")
  }

  private var maximumAttempts: Int { 25 }
}

extension TreeWrite {
  /// What a transaction's closure returned, as a write. Without a priority of its own it keeps the old one (data model §9.3).
  package static func transaction(_ path: TreePath, _ after: Tree, keeping priority: Tree.Scalar?) throws -> TreeWrite {
    let kept = after.priorityLeaf == nil ? after.with(priority: priority) : after
    do throws(TreeWrite.Invalid) { return try .set(path, kept) } catch { throw TrellisError(error) }
  }
}

extension Commit {
  /// What the commit left at a path that one of its changes wrote.
  package func value(at path: TreePath) -> TreeSnapshot {
    changes.first { $0.path == path && $0.target == .node }.map { TreeSnapshot($0.value) } ?? .missing
  }
}
