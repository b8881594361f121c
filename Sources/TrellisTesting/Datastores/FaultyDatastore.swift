public import Trellis

/// A datastore that lets another one fail: what networks, servers and full disks do to an app.
///
/// ```swift
/// let faulty = FaultyDatastore(LocalDatastore())
/// let database = Database(faulty)
/// faulty.inject(.refused)
/// await #expect(throws: TrellisError.self) { try await mural.save() }
/// #expect(mural.hasChanges)
/// ```
public final class FaultyDatastore: Datastore {
  /// What becomes of a write.
  public enum Fault: Sendable, Hashable {
    /// `.permissionDenied`, and it is not carried out.
    case refused
    /// `.storageFailed`, and it is not carried out.
    case storageFailed
    /// `.conflict`, and it is not carried out.
    case conflict
    /// It is carried out, but the answer is lost: `.disconnected`.
    case answerLost
    /// It is carried out twice, as by a network that repeats itself.
    case deliveredTwice
  }

  private struct State {
    var faults: [Fault] = []
    var isHolding = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    var arrivals: [CheckedContinuation<Void, Never>] = []
    var reads = 0
    var writes: [TreeWrite] = []
  }

  private let base: any Datastore
  private let state = Locked(State())

  public init(_ base: any Datastore) { self.base = base }

  // MARK: Faults

  /// Lets the next writes go wrong, one for each fault, in this order behind those injected before.
  public func inject(_ faults: Fault...) { state.withLock { $0.faults += faults } }

  /// Holds every read from now on: a slow reader.
  public func holdReads() { state.withLock { $0.isHolding = true } }

  /// Returns once a read is held.
  public func heldRead() async {
    await withCheckedContinuation { arrival in
      let isThere = state.withLock { state in
        if state.waiting.isEmpty { state.arrivals.append(arrival) }
        return !state.waiting.isEmpty
      }
      if isThere { arrival.resume() }
    }
  }

  /// Lets all reads go on.
  public func releaseReads() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      state.isHolding = false
      return state.waiting
    }
    for one in waiting { one.resume() }
  }

  // MARK: What was asked

  /// How many round trips reading has taken.
  public var reads: Int { state.withLock { $0.reads } }

  /// What writers have asked for, whether it was carried out or not.
  public var writes: [TreeWrite] { state.withLock { $0.writes } }

  private func passRead() async {
    await withCheckedContinuation { read in
      let (isHeld, arrivals) = state.withLock { state in
        state.reads += 1
        guard state.isHolding else { return (false, [CheckedContinuation<Void, Never>]()) }
        defer { state.arrivals = [] }
        state.waiting.append(read)
        return (true, state.arrivals)
      }
      for arrival in arrivals { arrival.resume() }
      if !isHeld { read.resume() }
    }
  }

  // MARK: Being a datastore

  public var identity: ObjectIdentifier { base.identity }

  public func read(_ paths: [TreePath], as auth: Auth?) async throws -> [TreeSnapshot] {
    await passRead()
    return try await base.read(paths, as: auth)
  }

  public func read(_ query: TreeQuery, as auth: Auth?) async throws -> QueryResult {
    await passRead()
    return try await base.read(query, as: auth)
  }

  public func read(
    _ paths: [TreePath], as auth: Auth?, by policy: ReadPolicy?
  ) async throws -> (nodes: [TreeSnapshot], source: Snapshot.Source) {
    await passRead()
    return try await base.read(paths, as: auth, by: policy)
  }

  public func read(
    _ query: TreeQuery, as auth: Auth?, by policy: ReadPolicy?
  ) async throws -> (result: QueryResult, source: Snapshot.Source) {
    await passRead()
    return try await base.read(query, as: auth, by: policy)
  }

  public func write(_ write: TreeWrite, as auth: Auth?) async throws -> Commit {
    let fault = state.withLock { state in
      state.writes.append(write)
      return state.faults.isEmpty ? nil : state.faults.removeFirst()
    }
    let path = write.changes.first?.path
    switch fault {
    case nil: return try await base.write(write, as: auth)
    case .refused: throw TrellisError(.permissionDenied, at: path, "the test has refused the write")
    case .storageFailed: throw TrellisError(.storageFailed, at: path, "the test has let the journal fail; nothing was written")
    case .conflict: throw TrellisError(.conflict, at: path, "the test says that somebody else has written here")
    case .answerLost:
      _ = try await base.write(write, as: auth)
      throw TrellisError(.disconnected, at: path, "the test has lost the answer; whether it was written is not known")
    case .deliveredTwice:
      _ = try await base.write(write, as: auth)
      return try await base.write(write, as: auth)
    }
  }

  public func observe(_ query: TreeQuery, as auth: Auth?) -> QueryUpdates { base.observe(query, as: auth) }
  public func changes(of query: TreeQuery, as auth: Auth?) -> QueryChanges { base.changes(of: query, as: auth) }
  public func explain(_ query: TreeQuery, as auth: Auth?) async throws -> QueryPlan { try await base.explain(query, as: auth) }
  public func commitNumber() async throws -> Int64 { try await base.commitNumber() }
  public func commits(since number: Int64) -> Commits { base.commits(since: number) }
  public func recentCommits(_ most: Int) async throws -> [Commit] { try await base.recentCommits(most) }
  public func statistics() async throws -> DatabaseStatistics? { try await base.statistics() }
  public func snapshot() async throws -> any Datastore { try await base.snapshot() }
  public func flush() async throws { try await base.flush() }
  public func close() async throws { try await base.close() }
}
