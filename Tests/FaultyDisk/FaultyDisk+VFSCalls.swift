import CSQLite
import Foundation

/// What the VFS itself is asked: files by name.
extension FaultyDisk {
  /// Opens a file, or a nameless temporary one; `slot` gets the number of the handle.
  func open(_ name: String?, flags: Int32, slot: UnsafeMutablePointer<sqlite3_file>) -> Int32 {
    lock.withLock {
      if let refusal = plan.admit(.open, on: name ?? "") { return refusal.code }
      guard let file = find(name, flags: flags) else { return SQLITE_CANTOPEN }
      let handle = FileHandle(
        id: Registry.shared.newID(),
        disk: self,
        file: file,
        name: name ?? "",
        deletesOnClose: flags & SQLITE_OPEN_DELETEONCLOSE != 0,
        generation: generation
      )
      Registry.shared.add(handle)
      HandleSlot.store(handle.id, in: slot)
      return SQLITE_OK
    }
  }

  func delete(_ name: String, syncingFolder: Bool) -> Int32 {
    lock.withLock {
      if let refusal = plan.admit(.delete, on: name) { return refusal.code }
      guard directory[name] != nil else { return ResultCode.deleteMissing }
      directory.remove(name)
      if syncingFolder { directory.syncFolder(of: name) }
      return SQLITE_OK
    }
  }

  func access(_ name: String, flags: Int32, answer: inout Bool) -> Int32 {
    lock.withLock {
      if let refusal = plan.admit(.access, on: name) { return refusal.code }
      let file = directory[name]
      // As on Unix: to SQLite an empty file does not exist, so an emptied journal is no journal.
      answer = flags == SQLITE_ACCESS_EXISTS ? file?.live.isEmpty == false : file != nil
      return SQLITE_OK
    }
  }

  /// Called with the lock held.
  private func find(_ name: String?, flags: Int32) -> DiskFile? {
    guard let name else { return DiskFile() }
    let creates = flags & SQLITE_OPEN_CREATE != 0
    guard let file = directory[name] else { return creates ? directory.create(name) : nil }
    return creates && flags & SQLITE_OPEN_EXCLUSIVE != 0 ? nil : file
  }
}
