#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Where files live that nodes refer to by a location: images, sounds, documents. Apart from the tree, chosen with it:
/// `Database(datastore, files: store)`.
///
/// A location is text such as `/murals/m1.jpg`; a leading slash makes no difference. Every function throws
/// `TrellisError`: `.notFound` for a file that is not there, `.invalid` for an impossible location.
public protocol FileStore: Sendable {
  /// The content of a file of at most `maxSize` bytes, which is inclusive.
  ///
  /// - Throws: `.tooLarge` naming both sizes, before the content is held in memory.
  func read(_ location: String, maxSize: Int) async throws -> Data

  /// Creates or replaces a file; readers see the old or the new content, never a part.
  func write(_ content: Data, to location: String) async throws

  /// Deletes a file; a file that is not there is no error.
  func delete(_ location: String) async throws

  /// Where the file can be fetched from.
  func url(for location: String) async throws -> URL
}
