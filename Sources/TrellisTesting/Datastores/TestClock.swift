public import Trellis

/// A clock that a test turns: what a database takes for the time.
///
/// ```swift
/// let clock = TestClock()
/// let database = try await Database.inMemory(clock: clock)
/// clock.advance(by: .seconds(3600))
/// ```
public final class TestClock: Sendable {
  private let time: Locked<Int64>

  /// - Parameter milliseconds: the time that it begins with, in milliseconds since 1970.
  public init(milliseconds: Int64 = 1_000_000_000_000) { time = Locked(milliseconds) }

  /// The time, in milliseconds since 1970.
  public var milliseconds: Int64 { time.withLock { $0 } }

  /// Goes on, or back; whole milliseconds.
  public func advance(by duration: Duration) {
    let parts = duration.components
    time.withLock { $0 += parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000 }
  }

  public func set(milliseconds: Int64) { time.withLock { $0 = milliseconds } }
}

extension Database {
  /// A database in memory whose time is a test's.
  public static func inMemory(
    _ tree: Tree = .null, clock: TestClock, policy: (any AccessPolicy)? = nil, indexes: IndexSettings = IndexSettings()
  ) async throws -> Database {
    Database(try await LocalDatastore.open(FaultyJournal(tree, isVolatile: true), policy: policy, indexes: indexes) { clock.milliseconds })
  }
}
