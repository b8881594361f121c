import Synchronization
import TrellisTree

/// What an arena, its edits and its pins share.
///
/// Sendable: `shared` is touched only under `lock`. `writer` and `ended` are touched only by whoever holds the writer's
/// role, which is claimed with acquiring and given up with releasing order (a second claim traps), so writers follow one
/// another in a happens-before order. Readers touch pages only: those of the version they pinned, which were written before it was published
/// under `lock`, are not written again, and are not freed before its pin was handed back under `lock`.
final class ArenaCore: @unchecked Sendable {
  private struct Shared {
    var published: Version
    var publishedRoot = Word.missing
    /// The one pin of the published version, once somebody asked.
    var pin: Pin?
    var unpinned: [VersionList.Index] = []
    /// Pins ever made.
    var pins = 0
  }

  /// What the writer knows of pins that have ended.
  private struct Ended {
    /// Versions that the writer has still to let go of.
    var waiting: [VersionList.Index] = []
    /// Pins it has let go of so far.
    var count = 0
  }

  private let lock = Lock()
  /// In raw memory, so that no access is checked for exclusivity: the lock sees to that.
  private let shared: UnsafeMutablePointer<Shared>
  private let writerIsBusy = Atomic<Bool>(false)
  let writer = Writer()
  private let ended: UnsafeMutablePointer<Ended>

  /// Blocks freed along with each version that is passed by a publication: a small write retires a handful, so a
  /// steady writer never falls behind steady readers. What bigger writes leave is freed by later ones or `reclaim`.
  private let reclaimPerVersion = 64

  init() {
    let first = writer.state.pointee.versions.append(epoch: 0, root: .missing)
    shared = .allocate(capacity: 1)
    shared.initialize(to: Shared(published: writer.version(first)))
    ended = .allocate(capacity: 1)
    ended.initialize(to: Ended())
  }

  deinit {
    writer.close()
    shared.deinitialize(count: 1)
    shared.deallocate()
    ended.deinitialize(count: 1)
    ended.deallocate()
  }

  // MARK: Readers

  func pin() -> TreeSnapshot {
    lock.withLock {
      if let pin = shared.pointee.pin { return TreeSnapshot(pin, pin.root) }
      let pin = Pin(self, shared.pointee.published, shared.pointee.publishedRoot)
      shared.pointee.pin = pin
      shared.pointee.pins += 1
      return TreeSnapshot(pin, pin.root)
    }
  }

  /// From the last reader's deinit, on whatever thread: remembers that the version is no longer pinned.
  func unpin(_ version: Version) {
    lock.withLock { shared.pointee.unpinned.append(version.index) }
  }

  var published: Version { lock.withLock { shared.pointee.published } }

  func letGoOfSharedPin() {
    let pin = lock.withLock { shared.pointee.pin.take() }
    _ = consume pin  // outside the lock: its deinit locks
  }

  // MARK: The writer's role

  func claimWriter() {
    let wasBusy = writerIsBusy.exchange(true, ordering: .acquiring)
    precondition(!wasBusy, "one writer at a time: finish the open edit first")
  }

  func yieldWriter() { writerIsBusy.store(false, ordering: .releasing) }

  func withWriter<R>(_ body: (Writer) -> R) -> R {
    claimWriter()
    defer { yieldWriter() }
    return body(writer)
  }

  // MARK: Heads

  func publish(_ version: Version, _ writer: Writer) {
    precondition(writer.state.pointee.versions.contains(version), "this version is gone")
    let root = writer.state.pointee.versions[version.index].pointee.root
    guard let exchanged = exchangePublished(version, root) else { return }
    let before = exchanged.before
    var pin = exchanged.pin
    // Only now, and only here, does a version stop being the published one: no new pin of it can appear.
    var isPinned = pin != nil
    if isKnownUniquelyReferenced(&pin) {
      // No reader is left, so it ends here and need not queue.
      pin?.dismiss()
      ended.pointee.count += 1
      isPinned = false
    }
    writer.state.pointee.versions[before.index].pointee.isPinned = isPinned && !planted(.ignorePin)
    pin = nil
    var index = before.index
    var budget = 0
    while index != version.index {
      let newer = writer.state.pointee.versions[index].pointee.newer
      writer.state.pointee.versions[index].pointee.isHead = false
      writer.dropIfUnneeded(index)
      index = newer
      budget += reclaimPerVersion
    }
    budget = letGoOfUnpinned(budget, writer)
    _ = writer.reclaim(budget)
  }

  /// Makes a version the published one, and takes over what that leaves to do: the pin of the one before, and the versions
  /// whose pins have ended. Nil when it is the published one already.
  private func exchangePublished(_ version: Version, _ root: Word) -> (before: Version, pin: Pin?)? {
    lock.withLock {
      let before = shared.pointee.published
      precondition(version.number >= before.number, "a version older than the published one cannot be published")
      guard version != before else { return nil }
      shared.pointee.published = version
      shared.pointee.publishedRoot = root
      takeUnpinned()
      return (before, shared.pointee.pin.take())
    }
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
    while budget > 0 {
      lock.withLock { takeUnpinned() }
      if ended.pointee.waiting.isEmpty { break }
      budget = letGoOfUnpinned(budget, writer)
    }
    return writer.reclaim(budget) <= 0
  }

  /// Under the lock.
  @inline(__always)
  private func takeUnpinned() {
    if ended.pointee.waiting.isEmpty { swap(&shared.pointee.unpinned, &ended.pointee.waiting) }
  }

  /// O(log n) for each. Answers what is left of the budget.
  private func letGoOfUnpinned(_ budget: Int, _ writer: Writer) -> Int {
    var budget = budget
    while budget > 0, let version = ended.pointee.waiting.popLast() {
      ended.pointee.count += 1
      writer.state.pointee.versions[version].pointee.isPinned = false
      writer.dropIfUnneeded(version)
      budget -= 1
    }
    return budget
  }

  func statistics(_ writer: Writer) -> Statistics {
    let state = writer.state
    let oldest = state.pointee.versions[state.pointee.versions.oldest].pointee
    let (pins, isWaiting) = lock.withLock { (shared.pointee.pins - ended.pointee.count, !shared.pointee.unpinned.isEmpty) }
    return Statistics(
      liveBytes: state.pointee.allocator.used, reservedBytes: state.pointee.allocator.reserved,
      retainedBytes: state.pointee.retiredBytes, retainedSubtrees: state.pointee.retiredSubtrees,
      versions: state.pointee.versions.count, pins: pins, oldestPin: oldest.isPinned ? oldest.epoch : nil,
      hasGarbage: isWaiting || !ended.pointee.waiting.isEmpty || writer.hasGarbage)
  }
}
