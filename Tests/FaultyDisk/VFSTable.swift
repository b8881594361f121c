import CSQLite
import Foundation

/// The table of C functions through which SQLite reaches a disk.
enum VFSTable {
  private static let longestName = 512

  /// Makes a table that lives as long as the process; see ``Registry``.
  static func make(name: String, diskID: Int) -> UnsafeMutablePointer<sqlite3_vfs> {
    let table = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    var vfs = sqlite3_vfs()
    vfs.iVersion = 2
    vfs.szOsFile = Int32(HandleSlot.size)
    vfs.mxPathname = Int32(longestName)
    vfs.zName = UnsafePointer(strdup(name))
    vfs.pAppData = UnsafeMutableRawPointer(bitPattern: diskID)
    addFileFunctions(to: &vfs)
    addLibraryFunctions(to: &vfs)
    addSystemFunctions(to: &vfs)
    table.initialize(to: vfs)
    return table
  }

  private static func addFileFunctions(to vfs: inout sqlite3_vfs) {
    vfs.xOpen = { table, name, file, flags, outFlags in
      guard let file else { return SQLITE_CANTOPEN }
      // Without methods SQLite does not close what failed to open.
      file.pointee.pMethods = nil
      guard let disk = VFSTable.disk(of: table) else { return SQLITE_CANTOPEN }
      let code = disk.open(name.map { String(cString: $0) }, flags: flags, slot: file)
      guard code == SQLITE_OK else { return code }
      file.pointee.pMethods = FileMethodTable.shared
      outFlags?.pointee = flags
      return SQLITE_OK
    }
    vfs.xDelete = { table, name, syncFolder in
      guard let disk = VFSTable.disk(of: table), let name else { return SQLITE_IOERR }
      return disk.delete(String(cString: name), syncingFolder: syncFolder != 0)
    }
    vfs.xAccess = { table, name, flags, result in
      guard let disk = VFSTable.disk(of: table), let name else { return SQLITE_IOERR }
      var answer = false
      let code = disk.access(String(cString: name), flags: flags, answer: &answer)
      result?.pointee = answer ? 1 : 0
      return code
    }
    vfs.xFullPathname = { _, name, size, output in
      guard let name, let output else { return SQLITE_CANTOPEN }
      let length = strlen(name) + 1
      guard length <= Int(size) else { return SQLITE_CANTOPEN }
      output.update(from: name, count: length)
      return SQLITE_OK
    }
  }

  /// Extensions cannot be loaded from a disk that is not there.
  private static func addLibraryFunctions(to vfs: inout sqlite3_vfs) {
    vfs.xDlOpen = { _, _ in nil }
    vfs.xDlError = { _, size, message in
      if size > 0 { message?.pointee = 0 }
    }
    vfs.xDlSym = { _, _, _ in nil }
    vfs.xDlClose = { _, _ in }
  }

  /// Time and chance are the real system's.
  private static func addSystemFunctions(to vfs: inout sqlite3_vfs) {
    vfs.xRandomness = { _, count, output in
      guard let system = sqlite3_vfs_find(nil), let function = system.pointee.xRandomness else { return 0 }
      return function(system, count, output)
    }
    vfs.xSleep = { _, microseconds in
      guard let system = sqlite3_vfs_find(nil), let function = system.pointee.xSleep else { return 0 }
      return function(system, microseconds)
    }
    vfs.xCurrentTime = { _, time in
      guard let system = sqlite3_vfs_find(nil), let function = system.pointee.xCurrentTime else { return SQLITE_ERROR }
      return function(system, time)
    }
    vfs.xCurrentTimeInt64 = { _, time in
      guard let system = sqlite3_vfs_find(nil), let function = system.pointee.xCurrentTimeInt64 else {
        return SQLITE_ERROR
      }
      return function(system, time)
    }
    vfs.xGetLastError = { _, _, _ in 0 }
  }

  private static func disk(of table: UnsafeMutablePointer<sqlite3_vfs>?) -> FaultyDisk? {
    guard let table else { return nil }
    return Registry.shared.disk(Int(bitPattern: table.pointee.pAppData))
  }
}
