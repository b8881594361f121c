/// Several instruments as one: each is told of every operation, in order.
///
/// ```swift
/// let database = Database.inMemory().with(instrument: Instruments(metrics, LogInstrument(slowerThan: .milliseconds(50))))
/// ```
public struct Instruments: Instrument {
  private let all: [any Instrument]

  public init(_ all: any Instrument...) { self.all = all }

  public func record(_ event: InstrumentEvent) { for instrument in all { instrument.record(event) } }
}
