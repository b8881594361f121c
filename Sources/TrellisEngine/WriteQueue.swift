import TrellisPages
import TrellisTree

/// Writes that are applied but not yet journaled, in order, each with the task that waits for it.
///
/// Whoever finds the queue idle leads: it journals all that is queued as one group, then hands the lead to the first that
/// came meanwhile. So a group is as large as writers are quick and the journal is slow, and no timer is needed.
struct WriteQueue {
  /// What a waiting task is told.
  enum Turn: Sendable {
    case done
    /// Journal what is queued; this task's own write comes first.
    case lead
    /// Apply the write now; somebody had the tree for himself.
    case again
  }

  typealias Waiter = CheckedContinuation<Turn, any Error>

  struct Entry {
    /// Nil for a task that only waits for those before it.
    let write: (commit: Commit, version: Version)?
    /// Nil for the one that leads.
    var waiter: Waiter?
  }

  private var entries: [Entry] = []
  private var isLed = false

  /// Writes that are to be applied once the one who has the tree for himself is done; nil when nobody has.
  private var postponed: [Waiter]?

  var count: Int { entries.count }

  mutating func append(_ write: (commit: Commit, version: Version)?, _ waiter: Waiter) {
    if isLed {
      entries.append(Entry(write: write, waiter: waiter))
    } else {
      isLed = true
      entries.append(Entry(write: write, waiter: nil))
      waiter.resume(returning: .lead)
    }
  }

  /// Everything that is queued, for the leader to journal.
  mutating func takeGroup() -> [Entry] {
    defer { entries = [] }
    return entries
  }

  /// The leader's group is done: the next that came meanwhile leads.
  mutating func passLead() {
    guard !entries.isEmpty else {
      isLed = false
      return
    }
    let next = entries[0].waiter
    entries[0].waiter = nil
    next?.resume(returning: .lead)
  }

  var isExclusive: Bool { postponed != nil }

  var hasWrites: Bool { entries.contains { $0.write != nil } }

  /// From here on writes are postponed; the leader has the tree for himself once those that are queued are journaled.
  mutating func beginExclusive() { postponed = [] }

  mutating func postpone(_ waiter: Waiter) { postponed?.append(waiter) }

  mutating func endExclusive() {
    takeUpPostponed()
    passLead()
  }

  private mutating func takeUpPostponed() {
    for waiter in postponed ?? [] { waiter.resume(returning: .again) }
    postponed = nil
  }

  /// Gives up all that is queued, and the lead with it.
  mutating func takeAllFailed() -> [Entry] {
    isLed = false
    takeUpPostponed()
    return takeGroup()
  }
}
