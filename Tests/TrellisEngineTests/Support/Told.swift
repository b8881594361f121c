import TrellisDatabase

/// An instrument made of a closure.
struct Told: Instrument {
  let body: @Sendable (InstrumentEvent) -> Void

  init(_ body: @escaping @Sendable (InstrumentEvent) -> Void) { self.body = body }

  func record(_ event: InstrumentEvent) { body(event) }
}
