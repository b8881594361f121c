import TrellisEngine
import TrellisPages
import TrellisTree

/// A journal in memory that a test steers: it can hold each group until it is told how to go on, and fail.
actor TestJournal: Journal {
  struct Broken: Error {}

  nonisolated var isVolatile: Bool { false }

  /// What a datastore that is opened with this journal next will find.
  private(set) var content: JournalContent
  /// The groups kept since the beginning.
  private(set) var groups: [[Commit]] = []
  /// The tree that it was closed with.
  private(set) var closedWith: Tree?

  private var isHolding: Bool
  private var failsNow: @Sendable () -> Bool = { false }
  private var failsToClose = false
  private var held: (commits: [Commit], waiter: CheckedContinuation<Void, any Error>)?
  private var awaiting: CheckedContinuation<[Commit], Never>?

  init(_ content: JournalContent = JournalContent(), isHolding: Bool = false) {
    self.content = content
    self.isHolding = isHolding
  }

  // MARK: Steering

  /// The next group that is held; nothing when the task is cancelled because it takes too long.
  func nextGroup() async -> [Commit] {
    if let held { return held.commits }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { awaiting = $0 }
    } onCancel: {
      Task { await giveUp() }
    }
  }

  private func giveUp() {
    awaiting?.resume(returning: [])
    awaiting = nil
  }

  /// Keeps the group that is held, or fails it.
  func letGo(failing error: (any Error)? = nil) {
    let waiter = held?.waiter
    held = nil
    if let error { waiter?.resume(throwing: error) } else { waiter?.resume() }
  }

  /// Holds every group from now on.
  func hold() { isHolding = true }

  /// Holds nothing any more; the group that is held is kept.
  func stopHolding() {
    isHolding = false
    letGo()
  }

  /// From now on asks before each group whether it fails.
  func fail(when failsNow: @escaping @Sendable () -> Bool) { self.failsNow = failsNow }
  func failToClose() { failsToClose = true }

  // MARK: Being a journal

  func load() async throws -> JournalContent { content }

  func append(_ commits: [Commit]) async throws {
    precondition(held == nil && closedWith == nil, "one group at a time, and none after the end")
    precondition(!commits.isEmpty, "an empty group")
    if isHolding {
      try await withCheckedThrowingContinuation { waiter in
        held = (commits, waiter)
        awaiting?.resume(returning: commits)
        awaiting = nil
      }
    } else {
      // Others come in between, as with a journal that waits for a disk.
      await Task.yield()
    }
    if failsNow() { throw Broken() }
    groups.append(commits)
    content.commits += commits
  }

  func close(_ root: TreeSnapshot) async throws {
    precondition(closedWith == nil, "closed twice")
    closedWith = root.tree
    if failsToClose { throw Broken() }
  }
}

extension JournalContent {
  /// The tree that it stands for.
  var replayed: Tree {
    get throws {
      let arena = Arena()
      var edit = arena.begin()
      try fill(&edit)
      for change in commits.flatMap(\.changes) { edit.apply(change) }
      _ = edit.publish()
      return arena.pin().tree
    }
  }
}
