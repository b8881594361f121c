import CSQLite
import Foundation

/// A disk in memory that SQLite uses through a VFS of its own, and that a test can break: single calls fail,
/// or the power goes and takes with it what had not been synced.
///
/// Hand `vfsName` to `sqlite3_open_v2`. A file name is taken as it is; "/" only separates folders.
///
/// Sendable: all mutable state is behind `lock`, and what is reachable from it is reached only under it.
public final class FaultyDisk: @unchecked Sendable {
  /// The name of the VFS, unique in the process.
  public let vfsName: String

  let lock = NSLock()
  var plan = FaultPlan()
  var directory = Directory()
  /// Counts the restarts, to tell the handles of a machine that was switched off since.
  var generation = 0

  private let id: Int
  private let table: UnsafeMutablePointer<sqlite3_vfs>
  private var isRegistered = true

  /// Makes an empty disk and registers it with SQLite, not as the default.
  public init() {
    id = Int(Registry.shared.newID())
    vfsName = "faulty-disk-\(id)"
    table = VFSTable.make(name: vfsName, diskID: id)
    Registry.shared.add(self, id: id, table: table)
    let code = sqlite3_vfs_register(table, 0)
    precondition(code == SQLITE_OK, "SQLite does not take the VFS: \(code)")
  }

  deinit {
    close()
    Registry.shared.removeDisk(id)
  }

  /// Takes the VFS away from SQLite: no new connection can be opened, those there are go on working.
  public func close() {
    let wasRegistered = lock.withLock {
      defer { isRegistered = false }
      return isRegistered
    }
    // Outside the lock: SQLite takes a lock of its own here.
    if wasRegistered { sqlite3_vfs_unregister(table) }
  }

  /// How many calls there were; see ``CallKind`` for those that count. Goes on over restarts.
  public var calls: Int { lock.withLock { plan.calls } }

  /// The latest calls (some thousands), oldest first.
  public var history: [Call] { lock.withLock { plan.history } }

  /// How many calls failed because of ``fail(at:with:lasting:of:on:tearing:)``. Goes on over restarts.
  public var faultsFired: Int { lock.withLock { plan.faultsFired } }

  /// Whether the power is off.
  public var isOff: Bool { lock.withLock { plan.isOff } }
}
