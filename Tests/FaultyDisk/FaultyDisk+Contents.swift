import Foundation

/// The test's own look at the disk: none of this counts as a call or can fail.
extension FaultyDisk {
  /// The names of the files there are, sorted.
  public var files: [String] { lock.withLock { directory.names } }

  /// What a reader sees; nil when there is no such file.
  public func content(of name: String) -> [UInt8]? {
    lock.withLock { directory[name]?.live }
  }

  /// What is left of it for certain after a power cut; nil when the file itself may be gone.
  public func durableContent(of name: String) -> [UInt8]? {
    lock.withLock { directory.durableContent(of: name) }
  }

  /// Makes the file's content exactly this, durably; makes the file when it is not there.
  public func setContent(of name: String, to bytes: [UInt8]) {
    lock.withLock { directory.place(bytes, at: name) }
  }

  /// Takes the file away, durably.
  public func removeFile(_ name: String) {
    lock.withLock { directory.erase(name) }
  }
}
