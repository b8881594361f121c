import TrellisTree

/// What an arena, its edits and its pins share.
///
/// Sendable: `shared` is touched only under `lock`. `writer` is touched only by whoever holds the writer's role, which
/// is claimed and given up under `lock` (a second claim traps), so writers follow one another in a happens-before
/// order. Readers touch pages only: those of the version they pinned, which were written before it was published
/// under `lock`, are not written again, and are not freed before its pin was handed back under `lock`.
final class ArenaCore: @unchecked Sendable {
  private struct Shared {
    var published: Version
    var publishedRoot = Word.missing
    /// The one pin of the published version, once somebody asked.
    var pin: Pin?
    var unpinned: [VersionList.Index] = []
    var pins = 0
    var writerIsBusy = false
  }

  private let lock = Lock()
  private var shared: Shared
  let writer = Writer()

  /// Blocks freed along with each version that is passed by a publication: a small write retires a handful, so a
  /// steady writer never falls behind steady readers. What bigger writes leave is freed by later ones or `reclaim`.
  private let reclaimPerVersion = 64

  init() {
    let first = writer.state.pointee.versions.append(epoch: 0, root: .missing)
    shared = Shared(published: writer.version(first))
  }

  deinit { writer.close() }

  // MARK: Readers

  func pin() -> TreeSnapshot {
    lock.withLock {
      if let pin = shared.pin { return TreeSnapshot(pin, pin.root) }
      let pin = Pin(self, shared.published, shared.publishedRoot)
      shared.pin = pin
      shared.pins += 1
      return TreeSnapshot(pin, pin.root)
    }
  }

  /// From the last reader's deinit, on whatever thread: remembers that the version is no longer pinned.
  func unpin(_ version: Version) {
    lock.withLock { shared.unpinned.append(version.index) }
  }

  var published: Version { lock.withLock { shared.published } }

  func letGoOfSharedPin() {
    let pin = lock.withLock { shared.pin.take() }
    _ = consume pin  // outside the lock: its deinit locks
  }

  // MARK: The writer's role

  func claimWriter() {
    lock.withLock {
      precondition(!shared.writerIsBusy, "one writer at a time: finish the open edit first")
      shared.writerIsBusy = true
    }
  }

  func yieldWriter() { lock.withLock { shared.writerIsBusy = false } }

  func withWriter<R>(_ body: (Writer) -> R) -> R {
    claimWriter()
    defer { yieldWriter() }
    return body(writer)
  }

  // MARK: Heads

  func publish(_ version: Version, _ writer: Writer) {
    precondition(writer.state.pointee.versions.contains(version), "this version is gone")
    let root = writer.state.pointee.versions[version.index].pointee.root
    let (before, pin) = lock.withLock {
      let before = shared.published
      precondition(version.number >= before.number, "a version older than the published one cannot be published")
      guard version != before else { return (before, nil as Pin?) }
      shared.published = version
      shared.publishedRoot = root
      return (before, shared.pin.take())
    }
    guard version != before else { return }
    // Only now, and only here, does a version stop being the published one: no new pin of it can appear.
    writer.state.pointee.versions[before.index].pointee.isPinned = pin != nil && !planted(.ignorePin)
    _ = consume pin  // may be the last reference, and then queues an unpin
    var index = before.index
    var budget = 0
    while index != version.index {
      let newer = writer.state.pointee.versions[index].pointee.newer
      writer.state.pointee.versions[index].pointee.isHead = false
      writer.dropIfUnneeded(index)
      index = newer
      budget += reclaimPerVersion
    }
    reclaim(budget, writer)
  }

  func rewind(to version: Version, _ writer: Writer) {
    precondition(version.number >= published.number, "a published version cannot be undone")
    precondition(writer.state.pointee.versions.contains(version), "this version is gone")
    while writer.state.pointee.versions.newest != version.index { writer.undoNewest() }
  }

  // MARK: Memory

  /// Lets go of what was unpinned, then frees garbage, together at most about `budget` steps.
  @discardableResult
  func reclaim(_ budget: Int, _ writer: Writer) -> Bool {
    var budget = budget
    while budget > 0, let version = nextUnpinned() {
      writer.state.pointee.versions[version].pointee.isPinned = false
      writer.dropIfUnneeded(version)
      budget -= 1
    }
    budget = writer.reclaim(budget)
    return budget <= 0
  }

  private func nextUnpinned() -> VersionList.Index? {
    lock.withLock {
      guard let version = shared.unpinned.popLast() else { return nil }
      shared.pins -= 1
      return version
    }
  }

  func statistics(_ writer: Writer) -> Statistics {
    let state = writer.state
    let oldest = state.pointee.versions[state.pointee.versions.oldest].pointee
    let (pins, waiting) = lock.withLock { (shared.pins, !shared.unpinned.isEmpty) }
    return Statistics(
      liveBytes: state.pointee.allocator.used, reservedBytes: state.pointee.allocator.reserved,
      retainedBytes: state.pointee.retiredBytes, retainedSubtrees: state.pointee.retiredSubtrees,
      versions: state.pointee.versions.count, pins: pins, oldestPin: oldest.isPinned ? oldest.epoch : nil,
      hasGarbage: waiting || writer.hasGarbage)
  }
}
