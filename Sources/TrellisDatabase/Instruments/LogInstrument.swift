/// Tells what a database does in lines of text, all of it or what matters.
///
/// ```swift
/// let database = Database.inMemory().with(instrument: LogInstrument(slowerThan: .milliseconds(50)) { logger.notice("\($0)") })
/// ```
/// Without a place for the lines they go to standard output.
public struct LogInstrument: Instrument {
  private let limit: Duration?
  private let write: @Sendable (String) -> Void

  /// - Parameters:
  ///   - limit: leaves out what went well in less time, at the first try; nil leaves out nothing.
  ///   - write: takes a line, on the thread of the operation.
  public init(slowerThan limit: Duration? = nil, to write: @escaping @Sendable (String) -> Void = { print($0) }) {
    self.limit = limit
    self.write = write
  }

  public func record(_ event: InstrumentEvent) {
    if let limit, event.error == nil, event.attempts <= 1, event.duration < limit { return }
    write(event.description)
  }
}
