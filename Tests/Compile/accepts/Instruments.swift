// Ready instruments, alone and together, from any isolation.
import Trellis

let metrics = PrometheusInstrument()

func watched(_ database: Database) -> Database {
  database.with(instrument: Instruments(metrics, LogInstrument(slowerThan: .milliseconds(50)) { print($0) }, LogInstrument()))
}

@MainActor func report(_ told: MemoryInstrument) -> [String] {
  told.events.map { "\($0.operation) \($0.outcome.rawValue) \($0.retries)" } + [metrics.text]
}
