public import TrellisTree

/// Is told what a database does, for logs and metrics. A `Database` without one spends nothing on it.
///
/// Ready ones are `LogInstrument`, `MemoryInstrument` and `PrometheusInstrument`, and `Instruments` for several at once.
///
/// ```swift
/// struct LogSlowWrites: Instrument {
///   func record(_ event: InstrumentEvent) {
///     if event.operation == .write, event.duration > .milliseconds(50) { logger.warning("slow write at \(event.path)") }
///   }
/// }
/// ```
public protocol Instrument: Sendable {
  /// Called right after the operation, on the thread that did it. Should be quick.
  func record(_ event: InstrumentEvent)
}

public struct InstrumentEvent: Sendable {
  public enum Operation: Sendable, Hashable {
    case read, write, transaction
    /// The beginning of an observation.
    case observe
  }

  public let operation: Operation
  /// The place; of several, the first.
  public let path: TreePath
  public let duration: Duration
  /// Nil when it went well. A write whose condition did not hold has `.conflict`.
  public let error: (any Error)?
  /// How often a transaction's closure ran; 1 for everything else.
  public let attempts: Int

  package init(operation: Operation, path: TreePath, duration: Duration = .zero, error: (any Error)? = nil, attempts: Int = 1) {
    self.operation = operation
    self.path = path
    self.duration = duration
    self.error = error
    self.attempts = attempts
  }
}
