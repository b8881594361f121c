#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What an installation remembers between runs: small JSON values by name. Several processes may use one at the same time.
///
/// Names are ASCII words. What cannot be read or written throws; the store then works without, and says so once.
public protocol DeviceCache: Sendable {
  func get(_ name: String) throws -> Data?
  /// Replaces a value by what `change` makes of it, with nobody else in between; nil removes it.
  ///
  /// - Returns: the value that now stands there.
  @discardableResult
  func update(_ name: String, _ change: (Data?) throws -> Data?) throws -> Data?
}

extension DeviceCache {
  public func set(_ name: String, _ value: Data) throws { try update(name) { _ in value } }
  public func remove(_ name: String) throws { try update(name) { _ in nil } }
}
