public import TrellisDatabase
package import TrellisPages
public import TrellisTree

extension LocalDatastore {
  public func write(_ write: TreeWrite, as auth: Auth?) async throws -> Commit {
    try requireOpen()
    try Task.checkCancellation()
    guard journal.isVolatile else { return try await enqueue((write, auth)) }
    while true {
      let made = try withState { state -> (commit: Commit, signals: [Listener.Signal])? in
        if state.queue.isExclusive { return nil }
        let before = state.indexes.isEmpty ? nil : arena.pin()
        let (commit, _) = try carryOut(write, auth, &state, publishing: true)
        return (commit, tell(commit, before, &state) + Array(state.commitListeners.values))
      }
      if let (commit, signals) = made {
        for signal in signals { signal.yield() }
        return commit
      }
      try await enqueue(nil)
    }
  }

  /// Tries from the newest value, durable or not. What the closure decides by it is told once it is durable.
  public func transaction(
    at path: TreePath, keepingPriority: Bool, as auth: Auth?, _ body: @Sendable (Tree) throws -> Tree?
  ) async throws -> TransactionResult {
    try await retrying(at: path) { attempt -> Result<TransactionResult, any Error> in
      try requireOpen()
      let (root, applied, number) = newest(at: path)
      try policy?.admit(ReadRequest(query: TreeQuery(path), auth: auth, milliseconds: now(), root: root))
      let seen = applied ?? root[path: path].tree
      let outcome = Result { try body(seen) }
      guard case .success(let after?) = outcome else {
        if applied != nil { try await enqueue(nil) }
        return outcome.map { _ in TransactionResult(isCommitted: false, value: TreeSnapshot(seen), attempts: attempt) }
      }
      var write = try TreeWrite.transaction(path, after, keeping: keepingPriority ? seen.priority : nil)
      // What is not published may be undone, and its number be used again: there the value itself must tell.
      write.condition = applied.map { .equals($0, at: path) } ?? .unchanged(since: number, at: path)
      let commit = try await self.write(write, as: auth)
      return .success(TransactionResult(isCommitted: true, value: commit.value(at: path), attempts: attempt))
    }.get()
  }

  /// The published tree and its number; and what stands at a path in the applied one, where that is newer.
  private func newest(at path: TreePath) -> (published: TreeSnapshot, applied: Tree?, number: Int64) {
    withState { state in
      var applied: Tree?
      if state.history.applied != state.history.published {
        let edit = arena.begin()
        applied = edit.base[path: path].tree
        edit.discard()
      }
      return (arena.pin(), applied, state.history.published)
    }
  }

  // MARK: Under the lock

  /// Prepares and applies. Throws with nothing changed.
  private func carryOut(
    _ write: TreeWrite, _ auth: Auth?, _ state: inout State, publishing: Bool
  ) throws -> (commit: Commit, version: Version) {
    var edit = arena.begin()
    let (changes, milliseconds) = try prepare(write, auth, &edit, state)
    let version = publishing ? edit.publish() : edit.apply()
    let commit = Commit(number: state.history.applied + 1, milliseconds: milliseconds, changes: changes, origin: auth?.uid)
    state.history.append(commit)
    return (commit, version)
  }

  /// Does all that a write does before it is carried out, and carries nothing out: throws what the write would throw.
  package func tryOut(_ write: TreeWrite, as auth: Auth?) async throws {
    while true {
      let isDone = try withState { state in
        if state.queue.isExclusive { return false }
        var edit = arena.begin()
        _ = try prepare(write, auth, &edit, state)
        return true
      }
      if isDone { return }
      try await enqueue(nil)
    }
  }

  /// Check, resolve, build, admit.
  private func prepare(
    _ write: TreeWrite, _ auth: Auth?, _ edit: inout Edit, _ state: State
  ) throws -> (changes: [TreeWrite.Change], milliseconds: Int64) {
    try requireOpen()
    let milliseconds = now()
    try check(write.condition, edit.base, state)
    let changes = write.resolved(now: milliseconds, against: edit.base)
    try checkFinite(changes, write)
    for change in changes { edit.apply(change) }
    try policy?.admit(
      WriteRequest(changes: changes, auth: auth, milliseconds: milliseconds, before: edit.base, after: edit.view))
    return (changes, milliseconds)
  }

  private func check(_ condition: TreeWrite.Condition?, _ base: CandidateView, _ state: State) throws {
    switch condition {
    case nil: break
    case .unchanged(let number, let path)?:
      guard state.history.hasChanged(path, since: number) else { break }
      throw TrellisError(.conflict, at: path, "somebody has written here since commit \(number); read it again and decide anew")
    case .equals(let expected, let path)?:
      if base[path: path].tree == expected { break }
      throw TrellisError(.conflict, at: path, "the value is not the expected one; read it again and decide anew")
    case .all(let conditions)?: for condition in conditions { try check(condition, base, state) }
    }
  }

  /// Adding two doubles may leave the numbers that can be stored.
  private func checkFinite(_ changes: [TreeWrite.Change], _ write: TreeWrite) throws {
    guard write.hasServerValues else { return }
    for change in changes where !change.value.isFinite {
      throw TrellisError(.invalid, at: change.path, "an increment makes the number infinite; set it to a finite one")
    }
  }

  /// A commit has been published: indexes follow, and those who want each state get it. Returns who is to be told to look
  /// again once the lock is gone.
  ///
  /// - Parameter before: the version published before, when there are indexes.
  func tell(_ commit: Commit, _ before: TreeSnapshot?, _ state: inout State) -> [Listener.Signal] {
    state.history.publish(through: commit.number)
    if let before { state.indexes.follow(commit.changes, from: before, to: arena.pin()) }
    var signals: [Listener.Signal] = []
    var states = SharedStates(arena, state.indexes)
    for change in commit.changes {
      state.listeners.visit(affectedBy: change.path) { listener in
        if listener.told == commit.number { return }
        listener.told = commit.number
        listener.hear(&states, &signals)
      }
    }
    return signals
  }

  // MARK: Durable writes

  /// Applies a write and returns once it is journaled. Nil waits for all that is queued.
  @discardableResult
  func enqueue(_ request: (write: TreeWrite, auth: Auth?)?) async throws -> Commit {
    var made: Commit?
    var turn = WriteQueue.Turn.again
    while turn == .again {
      turn = try await withCheckedThrowingContinuation { waiter in
        withState { state in
          if request != nil, state.queue.isExclusive { return state.queue.postpone(waiter) }
          do {
            let applied = try request.map { try carryOut($0.write, $0.auth, &state, publishing: false) }
            made = applied?.commit
            state.queue.append(applied, waiter)
            // The next transaction may build on this one, and be journaled with it.
            Turn.current?.pass()
          } catch {
            waiter.resume(throwing: error)
          }
        }
      }
    }
    if turn == .lead {
      try await journalGroup()
      withState { $0.queue.passLead() }
    }
    return made ?? Commit(number: 0, milliseconds: 0, changes: [], origin: nil)
  }

  /// Runs `care` between two groups: nobody writes meanwhile, and everything applied is published.
  package func betweenGroups(_ care: @escaping (_ root: TreeSnapshot) async throws -> Void) async throws {
    try await lead()
    try await journalGroup()
    defer { withState { $0.queue.passLead() } }
    try await care(arena.pin())
  }

  /// Runs `body` when all that has been applied is published. Writes wait until it is done.
  func exclusively<Value>(_ body: () throws -> Value) async throws -> Value {
    try await lead()
    withState { $0.queue.beginExclusive() }
    // When this fails, the lead is gone, and with it all that was postponed.
    repeat { try await journalGroup() } while withState { $0.queue.hasWrites }
    withState { $0.statisticsBefore = arena.statistics }
    defer {
      withState { state in
        state.statisticsBefore = nil
        state.queue.endExclusive()
      }
    }
    return try body()
  }

  private func lead() async throws {
    try requireOpen()
    while try await withCheckedThrowingContinuation({ waiter in withState { $0.queue.append(nil, waiter) } }) != .lead {}
  }

  /// Journals and publishes all that is queued. The lead stays.
  private func journalGroup() async throws {
    let group = withState { $0.queue.takeGroup() }
    let commits = group.compactMap { $0.write?.commit }
    do {
      if !commits.isEmpty { try await journal.append(commits) }
    } catch {
      throw undo(group, because: error)
    }
    let signals = withState { state in
      var signals: [Listener.Signal] = []
      // One by one, so that whoever wants each state gets it.
      for write in group.lazy.compactMap(\.write) {
        let before = state.indexes.isEmpty ? nil : arena.pin()
        arena.publish(write.version)
        signals += tell(write.commit, before, &state)
      }
      if !commits.isEmpty { signals += state.commitListeners.values }
      return signals
    }
    for entry in group { entry.waiter?.resume(returning: .done) }
    for signal in signals { signal.yield() }
    // What was journaled is durable whether or not this succeeds.
    if journal.needsCheckpoint { try? await journal.checkpoint(arena.pin()) }
  }

  /// The journal failed: undoes everything that readers have not seen, this group and what was built on it.
  private func undo(_ group: [WriteQueue.Entry], because error: any Error) -> TrellisError {
    let (later, error) = withState { state in
      arena.rewind(to: arena.published)
      state.history.rewind()
      let error = TrellisError(
        .storageFailed, at: group.first?.write?.commit.changes.first?.path,
        "the journal failed, so nothing was written; try again once the cause is gone: \(error)", underlying: error)
      return (state.queue.takeAllFailed(), error)
    }
    for entry in group + later { entry.waiter?.resume(throwing: error) }
    return error
  }
}
