import Synchronization
public import TrellisDatabase
import TrellisPages
public import TrellisTree

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A database in this process: a paged tree, one writer, any number of readers, kept by a journal.
///
/// A write walks straight down under one lock, without suspension: check → resolve server values → build the candidate →
/// admit → queue for the journal. Two heads: what is *applied* is the newest, what is *published* is what readers and
/// listeners see; nobody sees a commit that can be lost. When journaling fails, everything applied since the published
/// head is undone and those writes throw; later writes work once the cause is gone.
///
/// Sendable: `state` is touched only under `lock`; everything else is immutable and Sendable by itself.
public final class LocalDatastore: Datastore, TurnTaking, @unchecked Sendable {
  struct State {
    var history: CommitHistory
    var queue = WriteQueue()
    var indexes: IndexSet
    var listeners = ListenerTrie()
    var commitListeners: [Int: Listener.Signal] = [:]
    var nextCommitListener = 0
    /// Set while somebody has the tree for himself.
    var statisticsBefore: Statistics?
  }

  let arena = Arena()
  package let journal: any Journal
  let policy: (any AccessPolicy)?
  let now: @Sendable () -> Int64

  package let turns: Turns? = Turns()

  let lock = Lock()
  private var state: State
  private let closed = Atomic<Bool>(false)

  /// How many commits `commits(since:)` can go back, unless they are very large.
  public static let defaultHistory = 10_000

  private init(
    startingAt number: Int64 = 0, journal: any Journal = MemoryJournal(), policy: (any AccessPolicy)?, indexes: IndexSettings, history: Int,
    now: @escaping @Sendable () -> Int64 = { Clock.milliseconds() }, _ fill: (inout Edit) throws -> Void
  ) throws {
    self.journal = journal
    self.policy = policy
    self.now = now
    state = State(history: CommitHistory(startingAt: number, mostCommits: history), indexes: IndexSet(indexes))
    var edit = arena.begin()
    try fill(&edit)
    _ = edit.publish()
  }

  /// A database that lives in memory and starts empty.
  ///
  /// - Parameters:
  ///   - indexes: which indexes it keeps.
  ///   - history: how many commits `commits(since:)` can go back, unless they are very large.
  public init(policy: (any AccessPolicy)? = nil, indexes: IndexSettings = IndexSettings(), history: Int = defaultHistory) {
    journal = MemoryJournal()
    self.policy = policy
    now = { Clock.milliseconds() }
    state = State(history: CommitHistory(startingAt: 0, mostCommits: history), indexes: IndexSet(indexes))
  }

  /// A database in memory that starts with a tree.
  ///
  /// - Throws: `.invalid` when the tree breaks a limit of writes.
  public convenience init(
    _ tree: Tree, policy: (any AccessPolicy)? = nil, indexes: IndexSettings = IndexSettings(), history: Int = defaultHistory
  ) throws {
    try self.init(policy: policy, indexes: indexes, history: history) { edit in
      do throws(TreeWrite.Invalid) {
        let changes = try TreeWrite.set(.root, tree).resolved(now: Clock.milliseconds(), against: Tree.null)
        for change in changes { edit.apply(change) }
      } catch {
        throw TrellisError(error)
      }
    }
  }

  /// A database in memory that starts with the content of a JSON document, read straight into pages.
  ///
  /// - Throws: `.invalid` with line, column and path when it is no JSON or breaks a limit of writes.
  public convenience init(
    json: Data, policy: (any AccessPolicy)? = nil, indexes: IndexSettings = IndexSettings(), history: Int = defaultHistory
  ) throws {
    try self.init(policy: policy, indexes: indexes, history: history) { edit in
      let extent: JSONExtent
      do throws(JSONError) { extent = try edit.set([], json: Array(json)) } catch { throw TrellisError(error) }
      try Self.check(edit, extent)
    }
  }

  /// A database in memory that starts with the content of a JSON file, which is read piece by piece: its text is never in
  /// memory as a whole.
  ///
  /// - Throws: `.invalid` with line, column and path when it is no JSON or breaks a limit of writes; `.notFound` or
  ///   `.storageFailed` when the file cannot be read.
  public convenience init(
    jsonFile url: URL, policy: (any AccessPolicy)? = nil, indexes: IndexSettings = IndexSettings(), history: Int = defaultHistory
  ) throws {
    let file = try PiecewiseFile(url)
    try self.init(policy: policy, indexes: indexes, history: history) { edit in
      do {
        try Self.check(edit, try edit.set([], jsonPieces: file.next))
      } catch let error as JSONError {
        throw TrellisError(error)
      }
    }
  }

  static func check(_ edit: borrowing Edit, _ extent: JSONExtent, at path: TreePath = .root) throws {
    if WriteChecker.isHarmless(
      depth: path.keys.count + extent.depth, longestKey: max(extent.longestKey, path.keys.map(\.byteCount).max() ?? 0),
      longestString: extent.longestString)
    {
      return
    }
    do throws(TreeWrite.Invalid) { try WriteChecker.check(edit.view) } catch { throw TrellisError(error) }
  }

  /// A database that a journal keeps, with what it has kept.
  package static func open(
    _ journal: any Journal, policy: (any AccessPolicy)? = nil, indexes: IndexSettings = IndexSettings(), history: Int = defaultHistory,
    now: @escaping @Sendable () -> Int64 = { Clock.milliseconds() }
  ) async throws -> LocalDatastore {
    let content = try await journal.load()
    let datastore = try LocalDatastore(
      startingAt: content.number, journal: journal, policy: policy, indexes: indexes, history: history, now: now
    ) { edit in
      try content.fill(&edit)
      for change in content.commits.flatMap(\.changes) { edit.apply(change) }
    }
    datastore.withState { state in
      if let first = content.history.first { state.history.restart(at: first.number - 1) }
      for commit in content.history { state.history.append(commit) }
      for commit in content.commits { state.history.append(commit) }
      state.history.publish(through: state.history.applied)
    }
    return datastore
  }

  func withState<Value>(_ body: (inout State) throws -> Value) rethrows -> Value {
    try lock.withLock { try body(&state) }
  }
}

// MARK: Ending

extension LocalDatastore {
  func requireOpen() throws {
    if closed.load(ordering: .acquiring) { throw Self.closedError }
  }

  static var closedError: TrellisError { TrellisError(.closed, "the database has been closed; open it again") }

  public func flush() async throws {
    try requireOpen()
    if !journal.isVolatile { try await enqueue(nil) }
  }

  public func close() async throws {
    // Under the lock, so that no write is admitted behind the last one that is waited for.
    let isFirst = withState { _ in !closed.exchange(true, ordering: .acquiringAndReleasing) }
    guard isFirst else { return }
    var failure: (any Error)?
    do { if !journal.isVolatile { try await enqueue(nil) } } catch { failure = error }
    let (listeners, signals) = withState { state in
      defer { state.commitListeners = [:] }
      return (state.listeners.removeAll(), Array(state.commitListeners.values))
    }
    for listener in listeners { listener.finish(throwing: Self.closedError) }
    for signal in signals { signal.finish(throwing: Self.closedError) }
    do {
      try await journal.close(arena.pin())
    } catch {
      failure = failure ?? TrellisError(.storageFailed, "the journal could not be closed; what was durable stays so", underlying: error)
    }
    if let failure { throw failure }
  }
}
