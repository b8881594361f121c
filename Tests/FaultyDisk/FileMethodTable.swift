import CSQLite

/// The table of C functions through which SQLite reaches an open file. Version 2: with shared memory, for WAL.
enum FileMethodTable {
  /// Unsafe only in name: written once, before anyone sees it, and never freed.
  nonisolated(unsafe) static let shared: UnsafePointer<sqlite3_io_methods> = {
    var methods = sqlite3_io_methods()
    methods.iVersion = 2
    addByteFunctions(to: &methods)
    addLockFunctions(to: &methods)
    addMemoryFunctions(to: &methods)
    let table = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    table.initialize(to: methods)
    return UnsafePointer(table)
  }()

  private static func addByteFunctions(to methods: inout sqlite3_io_methods) {
    methods.xClose = { file in
      guard let file, let handle = Registry.shared.removeHandle(HandleSlot.id(in: file)) else { return SQLITE_OK }
      handle.disk.close(handle)
      return SQLITE_OK
    }
    methods.xRead = { file, buffer, count, offset in
      guard let handle = FileMethodTable.handle(of: file), let buffer else { return SQLITE_IOERR }
      return handle.disk.read(handle, into: .init(start: buffer, count: Int(count)), at: Int(offset))
    }
    methods.xWrite = { file, buffer, count, offset in
      guard let handle = FileMethodTable.handle(of: file), let buffer else { return SQLITE_IOERR }
      return handle.disk.write(handle, .init(start: buffer, count: Int(count)), at: Int(offset))
    }
    methods.xTruncate = { file, size in
      guard let handle = FileMethodTable.handle(of: file) else { return SQLITE_IOERR }
      return handle.disk.truncate(handle, to: Int(size))
    }
    methods.xSync = { file, _ in
      guard let handle = FileMethodTable.handle(of: file) else { return SQLITE_IOERR }
      return handle.disk.sync(handle)
    }
    methods.xFileSize = { file, result in
      guard let handle = FileMethodTable.handle(of: file) else { return SQLITE_IOERR }
      var answer = 0
      let code = handle.disk.size(handle, answer: &answer)
      if code == SQLITE_OK { result?.pointee = sqlite3_int64(answer) }
      return code
    }
    methods.xFileControl = { _, _, _ in SQLITE_NOTFOUND }
    methods.xSectorSize = { _ in Int32(PendingChange.sectorSize) }
    // Nothing is promised: no atomic writes, and a write may harm the rest of its sector.
    methods.xDeviceCharacteristics = { _ in 0 }
  }

  private static func addLockFunctions(to methods: inout sqlite3_io_methods) {
    methods.xLock = { file, level in
      guard let handle = FileMethodTable.handle(of: file), let level = LockLevel(rawValue: level) else {
        return SQLITE_IOERR
      }
      return handle.disk.raiseLock(handle, to: level)
    }
    methods.xUnlock = { file, level in
      guard let handle = FileMethodTable.handle(of: file), let level = LockLevel(rawValue: level) else {
        return SQLITE_IOERR
      }
      handle.disk.lowerLock(handle, to: level)
      return SQLITE_OK
    }
    methods.xCheckReservedLock = { file, result in
      guard let handle = FileMethodTable.handle(of: file) else { return SQLITE_IOERR }
      var answer = false
      let code = handle.disk.isReserved(handle, answer: &answer)
      result?.pointee = answer ? 1 : 0
      return code
    }
  }

  private static func addMemoryFunctions(to methods: inout sqlite3_io_methods) {
    methods.xShmMap = { file, region, size, extend, result in
      result?.pointee = nil
      guard let handle = FileMethodTable.handle(of: file) else { return SQLITE_IOERR }
      var answer: UnsafeMutableRawPointer?
      let code = handle.disk.map(
        handle, region: Int(region), size: Int(size), extending: extend != 0, answer: &answer)
      result?.pointee = answer
      return code
    }
    methods.xShmLock = { file, offset, count, flags in
      guard let handle = FileMethodTable.handle(of: file), count > 0 else { return SQLITE_IOERR }
      return handle.disk.lockSlots(handle, Int(offset)..<(Int(offset) + Int(count)), flags: flags)
    }
    methods.xShmBarrier = { file in FileMethodTable.handle(of: file)?.disk.barrier() }
    methods.xShmUnmap = { file, _ in
      guard let handle = FileMethodTable.handle(of: file) else { return SQLITE_OK }
      handle.disk.unmap(handle)
      return SQLITE_OK
    }
  }

  private static func handle(of file: UnsafeMutablePointer<sqlite3_file>?) -> FileHandle? {
    file.flatMap { Registry.shared.handle(HandleSlot.id(in: $0)) }
  }
}
