public import TrellisDatabase

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Files in a folder of this machine: the location `/murals/m1.jpg` is the file `murals/m1.jpg` in it.
///
/// ```swift
/// let files = FolderFileStore(URL(filePath: "/srv/murals"))
/// ```
/// A location never leaves the folder, not by `..` and not through a symbolic link. A write is complete or not there: readers
/// see the old or the new content.
public struct FolderFileStore: FileStore {
  private let folder: URL

  public init(_ folder: URL) { self.folder = folder.standardizedFileURL }

  public func read(_ location: String, maxSize: Int) async throws -> Data {
    let location = try FileLocation(location)
    let url = try place(of: location)
    let size = try existingSize(url, location)
    guard size <= maxSize else { throw location.tooLarge(size, maxSize) }
    let content: Data
    do { content = try Data(contentsOf: url) } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
      throw location.notFound
    } catch {
      throw failed("read", location, error)
    }
    // It may have grown since it was measured.
    guard content.count <= maxSize else { throw location.tooLarge(content.count, maxSize) }
    return content
  }

  public func write(_ content: Data, to location: String) async throws {
    let location = try FileLocation(location)
    let url = try place(of: location)
    do {
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try content.write(to: url, options: .atomic)
    } catch {
      throw failed("written", location, error)
    }
  }

  public func delete(_ location: String) async throws {
    let location = try FileLocation(location)
    let url = try place(of: location)
    var isFolder = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), !isFolder else { return }
    do { try FileManager.default.removeItem(at: url) } catch let error as CocoaError where error.code == .fileNoSuchFile {
      // Somebody else was quicker.
    } catch {
      throw failed("deleted", location, error)
    }
  }

  public func url(for location: String) async throws -> URL {
    let location = try FileLocation(location)
    let url = try place(of: location)
    _ = try existingSize(url, location)
    return url
  }

  /// The file's place. A symbolic link on the way may lead to another place in the folder, but not out of it.
  private func place(of location: FileLocation) throws -> URL {
    var url = folder
    for piece in location.pieces {
      url.append(component: piece)
      guard (try? FileManager.default.destinationOfSymbolicLink(atPath: url.path)) != nil else { continue }
      // Where a link leads can be told only when something is there.
      guard FileManager.default.fileExists(atPath: url.path), isInFolder(url.resolvingSymlinksInPath()) else {
        throw TrellisError(.invalid, "the location \(location.text) has a symbolic link that leads out of the store's folder, or nowhere")
      }
    }
    return url
  }

  private func isInFolder(_ real: URL) -> Bool {
    let home = folder.resolvingSymlinksInPath().path
    return real.path == home || real.path.utf8.starts(with: (home.utf8.last == UInt8(ascii: "/") ? home : home + "/").utf8)
  }

  private func existingSize(_ url: URL, _ location: FileLocation) throws -> Int {
    var isFolder = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), !isFolder else { throw location.notFound }
    do {
      let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
      // A number of one kind on Apple's systems and of another on Linux.
      if let size = attributes[.size] as? Int { return size }
      return (attributes[.size] as? any BinaryInteger).map { Int($0) } ?? 0
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
      throw location.notFound
    } catch {
      throw failed("measured", location, error)
    }
  }

  private func failed(_ what: String, _ location: FileLocation, _ error: any Error) -> TrellisError {
    TrellisError(.storageFailed, "the file at \(location.text) could not be \(what)", underlying: error)
  }
}
