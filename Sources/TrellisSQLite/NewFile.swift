import TrellisDatabase

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that is to be there as a whole or not at all.
enum NewFile {
  /// Lets `write` make a file under another name, then puts it in its place, and returns when the disk has it.
  ///
  /// - Throws: `.storageFailed` when there is a file already; what `write` throws. Then nothing is left behind.
  static func make(_ path: String, _ write: (_ temporary: String) throws -> Void) throws {
    let files = FileManager.default
    guard !files.fileExists(atPath: path) else {
      throw TrellisError(.storageFailed, "\(path) is there already; name a new file, or remove this one")
    }
    let temporary = "\(path).\(UInt32.random(in: .min ... .max)).part"
    defer { for leftover in [temporary, temporary + "-wal", temporary + "-shm"] { try? files.removeItem(atPath: leftover) } }
    try write(temporary)
    try sync(temporary)
    do {
      try files.moveItem(atPath: temporary, toPath: path)
    } catch {
      throw TrellisError(.storageFailed, "\(path) could not be made: \(error)", underlying: error)
    }
    // The name, too. Not every file system lets folders be synced, and those that do not need it.
    try? sync(URL(filePath: path).deletingLastPathComponent().path)
  }

  private static func sync(_ path: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    guard descriptor >= 0, fsync(descriptor) == 0 else {
      throw TrellisError(.storageFailed, "\(path) could not be synced: \(String(cString: strerror(errno)))")
    }
  }
}
