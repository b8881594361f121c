import Synchronization
public import TrellisDatabase
import TrellisPages
public import TrellisTree

/// A database in this process: a paged tree, one writer, any number of readers, kept by a journal.
///
/// A write walks straight down under one lock, without suspension: check → resolve server values → build the candidate →
/// admit → queue for the journal. Two heads: what is *applied* is the newest, what is *published* is what readers and
/// listeners see; nobody sees a commit that can be lost. When journaling fails, everything applied since the published
/// head is undone and those writes throw; later writes work once the cause is gone.
///
/// Sendable: `state` is touched only under `lock`; everything else is immutable and Sendable by itself.
public final class LocalDatastore: Datastore, @unchecked Sendable {
  struct State {
    var history: CommitHistory
    var queue = WriteQueue()
    var listeners = ListenerTrie()
    var commitListeners: [Int: ListenerTrie.Signal] = [:]
    var nextCommitListener = 0
  }

  let arena = Arena()
  let journal: any Journal
  let policy: (any AccessPolicy)?
  let now: @Sendable () -> Int64

  let lock = Lock()
  private var state: State
  private let closed = Atomic<Bool>(false)

  /// How many commits `commits(since:)` can go back, unless they are very large.
  public static let defaultHistory = 10_000

  init(_ content: JournalContent, journal: any Journal, policy: (any AccessPolicy)?, history: Int, now: @escaping @Sendable () -> Int64) {
    self.journal = journal
    self.policy = policy
    self.now = now
    state = State(history: CommitHistory(startingAt: content.number, mostCommits: history))
    var edit = arena.begin()
    edit.apply(TreeWrite.Change(.root, content.tree))
    for commit in content.commits {
      for change in commit.changes { edit.apply(change) }
      state.history.append(commit)
    }
    state.history.publish(through: state.history.applied)
    _ = edit.publish()
  }

  /// A database that lives in memory and starts empty.
  public convenience init(policy: (any AccessPolicy)? = nil, history: Int = defaultHistory) {
    self.init(JournalContent(), journal: MemoryJournal(), policy: policy, history: history, now: { Clock.milliseconds() })
  }

  /// A database in memory that starts with a tree.
  ///
  /// - Throws: `.invalid` when the tree breaks a limit of writes.
  public convenience init(_ tree: Tree, policy: (any AccessPolicy)? = nil, history: Int = defaultHistory) throws {
    let content = JournalContent(tree: try Self.checked(tree))
    self.init(content, journal: MemoryJournal(), policy: policy, history: history, now: { Clock.milliseconds() })
  }

  /// A database that a journal keeps, with what it has kept.
  package static func open(
    _ journal: any Journal, policy: (any AccessPolicy)? = nil, history: Int = defaultHistory,
    now: @escaping @Sendable () -> Int64 = { Clock.milliseconds() }
  ) async throws -> LocalDatastore {
    LocalDatastore(try await journal.load(), journal: journal, policy: policy, history: history, now: now)
  }

  private static func checked(_ tree: Tree) throws -> Tree {
    do throws(TreeWrite.Invalid) {
      return try TreeWrite.set(.root, tree).resolved(now: Clock.milliseconds(), against: Tree.null)[0].value
    } catch {
      throw TrellisError(error)
    }
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
    let isFirst = closed.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
    guard isFirst else { return }
    if !journal.isVolatile { try await enqueue(nil) }
    let signals = withState { state in
      defer { state.commitListeners = [:] }
      return state.listeners.removeAll() + state.commitListeners.values
    }
    for signal in signals { signal.finish(throwing: Self.closedError) }
    try await journal.close(arena.pin())
  }
}

extension Edit {
  /// Carries out a change whose server values are filled in.
  mutating func apply(_ change: TreeWrite.Change) {
    switch change.target {
    case .node: set(change.path.keys, change.value)
    case .priority: setPriority(change.path.keys, change.value.scalar)
    }
  }
}
