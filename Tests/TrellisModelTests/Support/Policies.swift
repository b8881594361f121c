import Synchronization
import Trellis

/// Refuses what is written at, above or below a place, while it is shut.
final class Lockable: AccessPolicy {
  private let path: TreePath
  private let isShut: Mutex<Bool>

  init(_ path: TreePath, isShut: Bool = true) {
    self.path = path
    self.isShut = Mutex(isShut)
  }

  func shut() { isShut.withLock { $0 = true } }
  func open() { isShut.withLock { $0 = false } }

  func admit(_ write: WriteRequest) throws {
    guard isShut.withLock({ $0 }) else { return }
    for change in write.changes where path.contains(change.path) || change.path.contains(path) {
      throw TrellisError(.permissionDenied, at: change.path, "\(path) is shut")
    }
  }
}

/// Only users with a name may read.
struct MembersOnly: AccessPolicy {
  func admit(_ read: ReadRequest) throws {
    if read.auth == nil { throw TrellisError(.permissionDenied, at: read.query.path, "sign in first") }
  }
}
