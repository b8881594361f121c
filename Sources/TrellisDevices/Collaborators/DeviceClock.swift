import TrellisTree

/// Time as the store measures it. What it stores in the database are the database's times, never these.
public protocol DeviceClock: Sendable {
  /// Since some moment; never goes back.
  var now: Duration { get }
  /// Milliseconds since 1970.
  var milliseconds: Int64 { get }
  /// Returns at a time, or throws when the task is cancelled.
  func sleep(until time: Duration) async throws
}

/// The clocks of this machine.
public struct SystemDeviceClock: DeviceClock {
  private static let start = ContinuousClock.now

  public init() {}

  public var now: Duration { ContinuousClock.now - Self.start }
  public var milliseconds: Int64 { Clock.milliseconds() }
  public func sleep(until time: Duration) async throws { try await ContinuousClock().sleep(until: Self.start + time) }
}
