import TrellisDatabase

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A model that names a file in its database's file store.
///
/// ```swift
/// class MuralImage: Model, StorageDownloadable {}
/// let jpeg = try await mural.images[0].download(maxSize: 1 << 20)
/// ```
/// The place of the file is the field `location`; declare a property of that name to keep it elsewhere.
public protocol StorageDownloadable: Model {
  var location: String? { get }
}

extension StorageDownloadable {
  public var location: String? { self[Field<String?>("location")] }

  /// The file's content.
  ///
  /// - Parameter maxSize: the most bytes to take, inclusive.
  /// - Throws: `.tooLarge` naming both sizes; `.notFound` when the model names no file or the file is not there;
  ///   `.disconnected` when the database has no file store.
  public func download(maxSize: Int) async throws -> Data {
    let (files, location) = try file()
    return try await files.read(location, maxSize: maxSize)
  }

  /// Where the file can be fetched from.
  public func downloadURL() async throws -> URL {
    let (files, location) = try file()
    return try await files.url(for: location)
  }

  private func file() throws -> (any FileStore, String) {
    let here = unobservedSnapshot
    guard let location else { throw TrellisError(.notFound, at: here.path, "the model names no file: its `location` is not set") }
    guard let files = here.database.files else {
      throw TrellisError(.disconnected, at: here.path, "the database has no file store; make it with `files:`")
    }
    return (files, location)
  }
}
