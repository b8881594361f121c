public import TrellisPages
public import TrellisTree

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A time that the datastore fills in.
///
/// ```swift
/// mural.seenAt = .now
/// try await mural.save()
/// mural.seenAt?.milliseconds      // the time of the write, by the datastore's clock
/// ```
/// Until the write is carried out it reads as an estimate by the local clock.
public enum ServerTime: FieldValue, Hashable {
  public typealias Stored = ServerTime

  case now
  /// Milliseconds since 1970.
  case at(milliseconds: Int64)

  /// Milliseconds since 1970; nil for `now`.
  public var milliseconds: Int64? { if case .at(let milliseconds) = self { milliseconds } else { nil } }

  /// The time as a date; nil for `now`.
  public var date: Date? { milliseconds.map { Date(timeIntervalSince1970: Double($0) / 1000) } }

  public init?(field node: TreeSnapshot, keys: KeyStrategy) {
    guard let milliseconds = node.int else { return nil }
    self = .at(milliseconds: milliseconds)
  }

  public func fieldTree(keys: KeyStrategy) -> Tree {
    switch self {
    case .now: .timestamp
    case .at(let milliseconds): .int(milliseconds)
    }
  }
}
