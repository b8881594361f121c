import CSQLite
import Foundation

/// Finds disks and handles by the numbers that SQLite carries about for us.
///
/// Sendable: all state is behind `lock`. The lock is taken inside a disk's lock, never the other way round.
final class Registry: @unchecked Sendable {
  static let shared = Registry()

  private let lock = NSLock()
  private var lastID: Int64 = 0
  private var disks: [Int: WeakDisk] = [:]
  private var handles: [Int64: FileHandle] = [:]
  /// Never freed: a connection that outlives its disk still holds a pointer to its VFS.
  private var tables: [UnsafeMutablePointer<sqlite3_vfs>] = []

  func newID() -> Int64 {
    lock.withLock {
      lastID += 1
      return lastID
    }
  }

  func add(_ disk: FaultyDisk, id: Int, table: UnsafeMutablePointer<sqlite3_vfs>) {
    lock.withLock {
      disks[id] = WeakDisk(disk: disk)
      tables.append(table)
    }
  }

  func removeDisk(_ id: Int) { lock.withLock { disks[id] = nil } }

  func disk(_ id: Int) -> FaultyDisk? { lock.withLock { disks[id]?.disk } }

  func add(_ handle: FileHandle) { lock.withLock { handles[handle.id] = handle } }

  func handle(_ id: Int64) -> FileHandle? { lock.withLock { handles[id] } }

  /// Returned and not just dropped: with its last handle a disk may go, which must not happen under the lock.
  func removeHandle(_ id: Int64) -> FileHandle? { lock.withLock { handles.removeValue(forKey: id) } }
}
