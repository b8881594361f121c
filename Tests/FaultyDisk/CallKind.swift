import CSQLite

/// The calls of the disk that count and that can be made to fail. Locks are not among them: they never touch the disk.
public enum CallKind: String, Sendable, Hashable, CaseIterable {
  case open, read, write, truncate, sync, fileSize, delete, access, shmMap

  /// What the call returns when it fails for no more particular reason.
  var genericCode: Int32 {
    switch self {
    case .open: SQLITE_IOERR
    case .read: ResultCode.read
    case .write: ResultCode.write
    case .truncate: ResultCode.truncate
    case .sync: ResultCode.sync
    case .fileSize: ResultCode.fileSize
    case .delete: ResultCode.delete
    case .access: ResultCode.access
    case .shmMap: ResultCode.sharedMemoryMap
    }
  }
}
