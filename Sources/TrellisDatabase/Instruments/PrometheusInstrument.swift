import TrellisTree

/// Counts and times, as the text that Prometheus reads.
///
/// ```swift
/// let metrics = PrometheusInstrument()
/// let database = Database.inMemory().with(instrument: metrics)
/// // … and what answers GET /metrics:
/// metrics.text
/// ```
/// * `trellis_operations_total{operation,outcome}`: reads, writes, transactions and beginnings of observations, by how they ended:
///   `ok`, `denied`, `conflict`, `cancelled`, `failed`.
/// * `trellis_retries_total`: how often somebody else had written in between.
/// * `trellis_operation_duration_seconds{operation}`: a histogram, from 0.1 ms to 10 s.
///
/// It takes the same memory for ever: paths are no labels.
public final class PrometheusInstrument: Instrument {
  private struct Series: Hashable {
    let operation: InstrumentEvent.Operation
    let outcome: InstrumentEvent.Outcome
  }

  private struct Times {
    /// By bucket, each for itself; the last one has no end.
    var counts = [Int](repeating: 0, count: PrometheusInstrument.bounds.count + 1)
    var sum = 0.0
  }

  private struct State {
    var totals: [Series: Int] = [:]
    var times: [InstrumentEvent.Operation: Times] = [:]
    var retries = 0
  }

  private static let bounds = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10]
  private static let operations: [InstrumentEvent.Operation] = [.read, .write, .transaction, .observe]

  private let state = Locked(State())
  private let prefix: String

  /// - Parameter prefix: what the names of the metrics begin with.
  public init(prefix: String = "trellis") { self.prefix = prefix }

  public func record(_ event: InstrumentEvent) {
    let seconds = event.duration.inSeconds
    state.withLock { state in
      state.totals[Series(operation: event.operation, outcome: event.outcome), default: 0] += 1
      state.retries += event.retries
      guard event.operation != .observe else { return }
      let bucket = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
      state.times[event.operation, default: Times()].counts[bucket] += 1
      state.times[event.operation, default: Times()].sum += seconds
    }
  }

  /// All metrics, in the text format of Prometheus (version 0.0.4).
  public var text: String {
    let state = state.withLock { $0 }
    return (totals(state) + retries(state) + times(state)).map { $0 + "\n" }.joined()
  }

  private func totals(_ state: State) -> [String] {
    let name = "\(prefix)_operations_total"
    var lines = ["# HELP \(name) Operations, by how they ended.", "# TYPE \(name) counter"]
    for operation in Self.operations {
      for outcome in InstrumentEvent.Outcome.allCases {
        guard let count = state.totals[Series(operation: operation, outcome: outcome)] else { continue }
        lines.append("\(name){operation=\"\(operation)\",outcome=\"\(outcome.rawValue)\"} \(count)")
      }
    }
    return lines
  }

  private func retries(_ state: State) -> [String] {
    let name = "\(prefix)_retries_total"
    return ["# HELP \(name) Tries that met somebody else's write.", "# TYPE \(name) counter", "\(name) \(state.retries)"]
  }

  private func times(_ state: State) -> [String] {
    let name = "\(prefix)_operation_duration_seconds"
    var lines = ["# HELP \(name) How long operations took.", "# TYPE \(name) histogram"]
    for operation in Self.operations {
      guard let times = state.times[operation] else { continue }
      var count = 0
      for (bucket, bound) in Self.bounds.enumerated() {
        count += times.counts[bucket]
        lines.append("\(name)_bucket{operation=\"\(operation)\",le=\"\(bound)\"} \(count)")
      }
      count += times.counts[Self.bounds.count]
      lines.append("\(name)_bucket{operation=\"\(operation)\",le=\"+Inf\"} \(count)")
      lines.append("\(name)_sum{operation=\"\(operation)\"} \(times.sum)")
      lines.append("\(name)_count{operation=\"\(operation)\"} \(count)")
    }
    return lines
  }
}
