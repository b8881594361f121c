import CSQLite

/// What goes wrong with a call. On a call the fault has no meaning for, the call fails with the I/O error of its kind.
public enum DiskFault: Sendable, Hashable, CaseIterable {
  /// The I/O error of the call's own kind.
  case ioError
  /// A write finds no room: `SQLITE_FULL`.
  case diskFull
  /// A file cannot be opened: `SQLITE_CANTOPEN`.
  case cannotOpen
  /// The process is out of file descriptors: opening a file or mapping shared memory gives `SQLITE_CANTOPEN`.
  case tooManyFiles
  /// A sync fails; what it should have made durable is still waiting, and a later sync may yet succeed.
  case syncFails
  /// A sync fails and the system drops what was waiting while still showing it to readers, as Linux does
  /// with dirty pages after a failed fsync: a later successful sync does not bring it to the disk.
  case syncForgets

  func code(for kind: CallKind) -> Int32 {
    switch (self, kind) {
    case (.diskFull, .write): SQLITE_FULL
    case (.cannotOpen, .open), (.tooManyFiles, .open), (.tooManyFiles, .shmMap): SQLITE_CANTOPEN
    default: kind.genericCode
    }
  }
}
