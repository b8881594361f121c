import TrellisTree

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A cache in a folder: a file for each value, which is there as a whole or as it was, whenever the process or the power ends.
///
/// ```swift
/// let cache = try FileDeviceCache(application: "org.example.murals")
/// ```
/// Processes share it: changes take turns by a lock on a file of the folder. Others on the machine can read neither folder nor files.
public final class FileDeviceCache: DeviceCache {
  private let folder: String

  /// In the user's folder for state: `$XDG_STATE_HOME`, else `~/.local/state`, and there `<application>/device`.
  ///
  /// - Throws: `cacheUnavailable` when the folder cannot be made.
  public convenience init(application: String) throws {
    let environment = ProcessInfo.processInfo.environment
    let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(environment["HOME"] ?? "/tmp")/.local/state"
    try self.init(folder: "\(state)/\(application)/device")
  }

  /// - Throws: `cacheUnavailable` when the folder cannot be made.
  public init(folder: String) throws {
    self.folder = folder
    // Folders on the way that are missing are made as those of others are; only the last one is for this user alone.
    let parent = URL(filePath: folder).deletingLastPathComponent()
    do { try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true) } catch {
      throw DeviceStoreError.cacheUnavailable("\(parent.path) cannot be made: \(error)")
    }
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw Self.failure(folder) }
    // It may have been there with other rights.
    guard chmod(folder, 0o700) == 0 else { throw Self.failure(folder) }
  }

  public func get(_ name: String) throws -> Data? {
    let descriptor = open(path(name), O_RDONLY | O_CLOEXEC)
    if descriptor < 0, errno == ENOENT { return nil }
    guard descriptor >= 0 else { throw Self.failure(path(name)) }
    defer { close(descriptor) }
    var (content, piece) = (Data(), [UInt8](repeating: 0, count: 1 << 14))
    while true {
      let count = read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Self.failure(path(name)) }
      if count == 0 { return content }
      content.append(contentsOf: piece.prefix(count))
    }
  }

  @discardableResult
  public func update(_ name: String, _ change: (Data?) throws -> Data?) throws -> Data? {
    let lock = try lock()
    defer { close(lock) }
    let before = try get(name)
    let after = try change(before)
    if after != before { try replace(name, after) }
    return after
  }

  private func path(_ name: String) -> String { "\(folder)/\(name).json" }

  /// Taken until its descriptor is closed; the system closes those of a process that ends.
  private func lock() throws -> Int32 {
    let descriptor = open("\(folder)/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure("\(folder)/lock") }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else {
        close(descriptor)
        throw Self.failure("\(folder)/lock")
      }
    }
    return descriptor
  }

  /// Writes beside and renames: who reads meanwhile, or after a crash, sees one or the other.
  private func replace(_ name: String, _ value: Data?) throws {
    guard let value else {
      guard unlink(path(name)) == 0 || errno == ENOENT else { throw Self.failure(path(name)) }
      return try syncFolder()
    }
    // Under the lock there is one at a time, and one that a crash has left is written over.
    let temporary = "\(path(name)).new"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure(temporary) }
    do {
      defer { close(descriptor) }
      try Self.write(Array(value), to: descriptor, temporary)
      guard fsync(descriptor) == 0 else { throw Self.failure(temporary) }
    } catch {
      unlink(temporary)
      throw error
    }
    guard rename(temporary, path(name)) == 0 else { throw Self.failure(path(name)) }
    try syncFolder()
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32, _ path: String) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = Array(rest)
      #if canImport(Glibc)
        let count = Glibc.write(descriptor, piece, piece.count)
      #elseif canImport(Musl)
        let count = Musl.write(descriptor, piece, piece.count)
      #else
        let count = Darwin.write(descriptor, piece, piece.count)
      #endif
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure(path) }
      rest = rest.dropFirst(count)
    }
  }

  /// So that the new name, too, outlives a power cut.
  private func syncFolder() throws {
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(folder) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw Self.failure(folder) }
  }

  private static func failure(_ path: String, _ reason: Int32 = errno) -> DeviceStoreError {
    .cacheUnavailable("\(path): \(String(cString: strerror(reason)))")
  }
}
