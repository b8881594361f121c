import TrellisDatabase
import TrellisTree

/// Whether somebody who listens has been let in: asked when he begins, and again when the policy says that it is another.
final class Admission: Sendable {
  private let revision = Locked<Int?>(nil)

  func ask(_ policy: any AccessPolicy, _ admit: () throws -> Void) throws {
    let current = policy.revision
    if revision.withLock({ $0 }) == current { return }
    try admit()
    revision.withLock { $0 = current }
  }
}
