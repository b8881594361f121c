import CSQLite

/// SQLite's extended I/O result codes: the header spells them as shifted macros, which Swift does not import.
enum ResultCode {
  static let read = ioError(1)
  static let shortRead = ioError(2)
  static let write = ioError(3)
  static let sync = ioError(4)
  static let truncate = ioError(6)
  static let fileSize = ioError(7)
  static let delete = ioError(10)
  static let access = ioError(13)
  static let sharedMemoryMap = ioError(21)
  static let deleteMissing = ioError(23)

  private static func ioError(_ detail: Int32) -> Int32 { SQLITE_IOERR | (detail << 8) }
}
