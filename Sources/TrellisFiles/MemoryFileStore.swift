public import TrellisDatabase
import TrellisTree

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Files in memory, for tests, previews and samples.
///
/// ```swift
/// let files = try MemoryFileStore(["/murals/m1.jpg": jpeg])
/// let database = Database.inMemory(files: files)
/// ```
public final class MemoryFileStore: FileStore {
  private let files: Locked<[FileLocation: Data]>

  /// - Throws: `.invalid` when a location is none.
  public init(_ files: [String: Data] = [:]) throws {
    var located: [FileLocation: Data] = [:]
    for (location, content) in files { located[try FileLocation(location)] = content }
    self.files = Locked(located)
  }

  public func read(_ location: String, maxSize: Int) async throws -> Data {
    let location = try FileLocation(location)
    guard let content = files.withLock({ $0[location] }) else { throw location.notFound }
    guard content.count <= maxSize else { throw location.tooLarge(content.count, maxSize) }
    return content
  }

  public func write(_ content: Data, to location: String) async throws {
    let location = try FileLocation(location)
    files.withLock { $0[location] = content }
  }

  public func delete(_ location: String) async throws {
    let location = try FileLocation(location)
    files.withLock { $0[location] = nil }
  }

  /// A URL of the scheme `memory`, which only names the file.
  public func url(for location: String) async throws -> URL {
    let location = try FileLocation(location)
    guard files.withLock({ $0[location] != nil }) else { throw location.notFound }
    var components = URLComponents()
    components.scheme = "memory"
    components.host = ""
    components.path = location.text
    guard let url = components.url else { throw TrellisError(.invalid, "the location \(location.text) cannot be a URL") }
    return url
  }
}
