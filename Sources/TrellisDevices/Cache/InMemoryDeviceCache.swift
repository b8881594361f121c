import TrellisTree

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A cache that is gone with the process: for tests, and where an installation is to be a new one at each start.
public final class InMemoryDeviceCache: DeviceCache {
  private let values = Locked<[String: Data]>([:])

  public init() {}

  public func get(_ name: String) -> Data? { values.withLock { $0[name] } }

  @discardableResult
  public func update(_ name: String, _ change: (Data?) throws -> Data?) rethrows -> Data? {
    try values.withLock { values in
      let value = try change(values[name])
      values[name] = value
      return value
    }
  }

  /// Forgets everything, as a new installation of the app does.
  public func removeAll() { values.withLock { $0 = [:] } }
}
