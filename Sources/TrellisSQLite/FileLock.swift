import TrellisDatabase
import TrellisTree

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Keeps other processes, and other openings in this one, from writing a database file: a lock on a file beside it, which the
/// system lets go of when the process ends, however it ends. (A lock on the database file itself would get into the way of
/// SQLite's own, which are lost when any descriptor of the file is closed.)
///
/// Sendable: immutable but for `descriptor`, which `release` and `deinit` alone take, under a lock.
final class FileLock: Sendable {
  private let path: String
  private let descriptor: Locked<Int32?>

  /// - Throws: `.inUse` naming the process that holds it; `.storageFailed` when the file cannot be made.
  init(for database: String) throws {
    path = Self.resolved(database) + "-lock"
    descriptor = Locked(try Self.acquire(path, database))
  }

  deinit { release() }

  /// The name of the file itself, whatever links lead to it: whoever opens it has the same lock.
  private static func resolved(_ path: String) -> String {
    // A link may lead to a file that is still to be made.
    if access(path, F_OK) != 0 { close(open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)) }
    guard let name = realpath(path, nil) else { return path }
    defer { free(name) }
    return String(cString: name)
  }

  /// Lets go of it and takes the file away. Doing so twice is fine.
  func release() {
    guard let held = descriptor.withLock({ $0.take() }) else { return }
    // Still held: whoever opens the file in between finds that it is no longer the one in the folder.
    unlink(path)
    close(held)
  }

  private static func acquire(_ path: String, _ database: String) throws -> Int32 {
    while true {
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else { throw failure("could not make the lock file \(path)") }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let reason = errno
        let holder = self.holder(descriptor)
        close(descriptor)
        guard reason == EWOULDBLOCK else { throw failure("could not lock \(path)", reason) }
        throw TrellisError(
          .inUse,
          "\(database) is open for writing in \(holder); close it there, or open it here with readOnly: true")
      }
      guard isStillThere(descriptor, path) else {
        close(descriptor)
        continue
      }
      let name = Array("process \(getpid())\n".utf8)
      ftruncate(descriptor, 0)
      _ = name.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
      return descriptor
    }
  }

  /// Whether the locked file is the one that others will find.
  private static func isStillThere(_ descriptor: Int32, _ path: String) -> Bool {
    var (mine, there) = (stat(), stat())
    return fstat(descriptor, &mine) == 0 && stat(path, &there) == 0 && mine.st_ino == there.st_ino && mine.st_dev == there.st_dev
  }

  private static func holder(_ descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    let text = String(decoding: bytes.prefix(max(count, 0)).prefix { $0 >= 0x20 }, as: UTF8.self)
    if text.isEmpty { return "another process" }
    return text == "process \(getpid())" ? "this very process" : text
  }

  private static func failure(_ message: String, _ reason: Int32 = errno) -> TrellisError {
    TrellisError(.storageFailed, "\(message): \(String(cString: strerror(reason)))")
  }
}
