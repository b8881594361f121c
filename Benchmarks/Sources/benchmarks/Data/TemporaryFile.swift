import Foundation

/// A file that is gone with its last user.
final class TemporaryFile {
  let url: URL

  init(_ data: Data) throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("trellis-benchmark-\(UUID().uuidString)")
    try data.write(to: url)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
