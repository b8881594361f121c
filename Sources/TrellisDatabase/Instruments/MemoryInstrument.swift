import TrellisTree

/// Keeps the newest events, for tests and for a look from the inside.
///
/// ```swift
/// let told = MemoryInstrument()
/// _ = try await Artist.find(["a1", "a2"], in: database.with(instrument: told))
/// #expect(told.count(of: .read) == 1)
/// ```
public final class MemoryInstrument: Instrument {
  private let capacity: Int
  private let kept = Locked<[InstrumentEvent]>([])

  /// - Parameter capacity: how many events are kept.
  public init(capacity: Int = 10_000) { self.capacity = capacity }

  public func record(_ event: InstrumentEvent) {
    kept.withLock { kept in
      kept.append(event)
      // Now and then, so that each event costs the same.
      if kept.count >= 2 * capacity { kept.removeFirst(kept.count - capacity) }
    }
  }

  /// The newest events, oldest first.
  public var events: [InstrumentEvent] { kept.withLock { Array($0.suffix(capacity)) } }

  public func count(of operation: InstrumentEvent.Operation) -> Int { events.count { $0.operation == operation } }

  /// Forgets all events.
  public func clear() { kept.withLock { $0 = [] } }
}
