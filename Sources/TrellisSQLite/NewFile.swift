import TrellisDatabase

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file that is to be there as a whole or not at all.
enum NewFile {
  /// Lets `write` make a file under another name, then puts it in its place.
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
    do {
      try files.moveItem(atPath: temporary, toPath: path)
    } catch {
      throw TrellisError(.storageFailed, "\(path) could not be made: \(error)", underlying: error)
    }
  }
}
