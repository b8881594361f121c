import Foundation

/// A folder for one test, removed with it.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "trellis-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String = "murals.db") -> String { url.appending(path: name).path }

  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }

  func size(_ name: String = "murals.db") throws -> Int {
    try FileManager.default.attributesOfItem(atPath: path(name))[.size] as? Int ?? 0
  }

  func bytes(_ name: String = "murals.db") throws -> [UInt8] { Array(try Data(contentsOf: url.appending(path: name))) }

  func write(_ bytes: some Sequence<UInt8>, to name: String) throws { try Data(bytes).write(to: url.appending(path: name)) }
}
