import CSQLite
import FaultyDisk

/// A file of the disk reached through the VFS without a database, to look at the disk's own behaviour.
final class RawFile {
  let vfs: UnsafeMutablePointer<sqlite3_vfs>
  private let file: UnsafeMutablePointer<sqlite3_file>
  private let methods: sqlite3_io_methods

  init?(on disk: FaultyDisk, _ name: String, flags: Int32 = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE) {
    guard let vfs = sqlite3_vfs_find(disk.vfsName) else { return nil }
    let memory = UnsafeMutableRawPointer.allocate(byteCount: Int(vfs.pointee.szOsFile), alignment: 16)
    let file = memory.bindMemory(to: sqlite3_file.self, capacity: 1)
    // The table of methods is asked for only when the file is open.
    guard vfs.pointee.xOpen(vfs, name, file, flags, nil) == SQLITE_OK, let methods = file.pointee.pMethods else {
      memory.deallocate()
      return nil
    }
    self.vfs = vfs
    self.file = file
    self.methods = methods.pointee
  }

  deinit {
    _ = methods.xClose(file)
    UnsafeMutableRawPointer(file).deallocate()
  }

  @discardableResult func write(_ bytes: [UInt8], at offset: Int) -> Int32 {
    methods.xWrite(file, bytes, Int32(bytes.count), sqlite3_int64(offset))
  }

  func read(_ count: Int, at offset: Int) -> (code: Int32, bytes: [UInt8]) {
    var bytes = [UInt8](repeating: 255, count: count)
    let code = methods.xRead(file, &bytes, Int32(count), sqlite3_int64(offset))
    return (code, bytes)
  }

  @discardableResult func sync() -> Int32 { methods.xSync(file, SQLITE_SYNC_NORMAL) }
  @discardableResult func truncate(_ size: Int) -> Int32 { methods.xTruncate(file, sqlite3_int64(size)) }
  func lock(_ level: Int32) -> Int32 { methods.xLock(file, level) }
  func unlock(_ level: Int32) -> Int32 { methods.xUnlock(file, level) }

  func lockSlots(_ first: Int32, _ count: Int32, _ flags: Int32) -> Int32 {
    methods.xShmLock(file, first, count, flags)
  }

  func map(extending: Bool) -> (code: Int32, memory: UnsafeMutableRawPointer?) {
    var memory: UnsafeMutableRawPointer?
    let code = methods.xShmMap(file, 0, 32768, extending ? 1 : 0, &memory)
    return (code, memory)
  }
}
