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

/// A file that is to be there as a whole or not at all. A copy may be read by those who may read the original.
enum NewFile {
  /// Lets `write` make a file under another name, then puts it in its place, and returns when the disk has it.
  ///
  /// - Throws: `.storageFailed` when there is a file already; what `write` throws. Then nothing is left behind.
  static func make<Value>(_ path: String, modeOf source: String? = nil, _ write: (_ temporary: String) async throws -> Value) async throws
    -> Value
  {
    let files = FileManager.default
    guard !files.fileExists(atPath: path) else {
      throw TrellisError(.storageFailed, "\(path) is there already; name a new file, or remove this one")
    }
    let temporary = "\(path).\(UInt32.random(in: .min ... .max)).part"
    defer { for end in ["", "-wal", "-shm", "-lock", "-journal"] { try? files.removeItem(atPath: temporary + end) } }
    let value = try await write(temporary)
    // What could not be brought from the log into the file stays in the log, which does not come along.
    let log = (try? files.attributesOfItem(atPath: temporary + "-wal")[.size] as? Int).flatMap { $0 } ?? 0
    guard log == 0 else { throw TrellisError(.storageFailed, "\(path) could not be written as a whole; see whether the disk is full") }
    if let source, let mode = try? files.attributesOfItem(atPath: source)[.posixPermissions] {
      try? files.setAttributes([.posixPermissions: mode], ofItemAtPath: temporary)
    }
    try sync(temporary)
    do {
      try files.moveItem(atPath: temporary, toPath: path)
    } catch {
      throw TrellisError(.storageFailed, "\(path) could not be made: \(error)", underlying: error)
    }
    // The name, too. Not every file system lets folders be synced, and those that do not need it.
    try? sync(URL(filePath: path).deletingLastPathComponent().path)
    return value
  }

  private static func sync(_ path: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    guard descriptor >= 0, fsync(descriptor) == 0 else {
      throw TrellisError(.storageFailed, "\(path) could not be synced: \(String(cString: strerror(errno)))")
    }
  }
}
