#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Makes the ids of installations.
public protocol UUIDSource: Sendable {
  /// A new one: version 4, in lower case.
  func next() -> String
}

/// Spreads what is tried again over time.
public protocol RandomSource: Sendable {
  /// A number from 0 to 1.
  func fraction() -> Double
}

/// Random numbers and ids of the system.
public struct SystemRandomSource: UUIDSource, RandomSource {
  public init() {}

  public func next() -> String { UUID().uuidString.lowercased() }
  public func fraction() -> Double { .random(in: 0...1) }
}
