import TrellisPages
import TrellisTree

/// A pinned version with what it must show.
struct Held: Sendable {
  let snapshot: TreeSnapshot
  let model: Model
  let label: String
}

/// Threads that take held snapshots, read them for a while, and drop them in random order.
final class Readers: Sendable {
  private let queue = WaitingQueue<Held>()
  private let failures = WaitingQueue<OracleFailure>()
  private let threads: [TestThread]

  init(count: Int, _ pool: KeyPool, seed: UInt64) {
    let (queue, failures) = (queue, failures)
    threads = (0..<UInt64(count)).map { number in
      TestThread { Self.run(number, queue, failures, pool, seed) }
    }
  }

  var backlog: Int { queue.count }

  func add(_ held: Held) { queue.add(held) }

  /// Waits until every snapshot has been dropped; answers what the threads have found wrong.
  func close() -> OracleFailure? {
    queue.close()
    for thread in threads { thread.join() }
    return failures.take()
  }

  private static func run(
    _ number: UInt64, _ queue: WaitingQueue<Held>, _ failures: WaitingQueue<OracleFailure>, _ pool: KeyPool, _ seed: UInt64
  ) {
    var verifier = Verifier(pool, seed: seed &+ number)
    var mine: [Held] = []
    while true {
      guard let next = mine.isEmpty ? queue.wait() : queue.take() ?? nil else {
        if mine.isEmpty { return }
        readOne(of: &mine, &verifier, failures, isIdle: true)
        continue
      }
      mine.append(next)
      readOne(of: &mine, &verifier, failures, isIdle: false)
    }
  }

  private static func readOne(
    of mine: inout [Held], _ verifier: inout Verifier, _ failures: WaitingQueue<OracleFailure>, isIdle: Bool
  ) {
    let held = mine[verifier.random.below(mine.count)]
    do { try verifier.verify(held.snapshot, held.model, held.label) } catch {
      failures.add(OracleFailure("a reader thread: \(error)"))
    }
    while mine.count > 12 || (isIdle && !mine.isEmpty && verifier.random.chance(60)) {
      mine.remove(at: verifier.random.below(mine.count))
    }
  }
}
