#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What tells that a file is another than it was: its size, its time, and whether there is a log beside it.
struct FileStamp: Equatable {
  private let size: Int?
  private let date: Date?
  private let hasLog: Bool

  init(_ path: String) {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    size = attributes?[.size] as? Int
    date = attributes?[.modificationDate] as? Date
    hasLog = FileManager.default.fileExists(atPath: path + "-wal")
  }

  /// Which file stands at a path, by the number its volume gives it; nil if there is none.
  static func fileNumber(_ path: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.systemFileNumber] as? Int
  }
}
