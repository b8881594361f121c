import TrellisTree

extension Database {
  /// Runs an operation and tells the instrument about it, if there is one.
  func measured<Value>(
    _ operation: InstrumentEvent.Operation, _ path: @autoclosure () -> TreePath, attempts: @autoclosure () -> Int = 1,
    _ body: () async throws -> Value
  ) async throws -> Value {
    guard let instrument else { return try await body() }
    let clock = ContinuousClock()
    let start = clock.now
    do {
      let value = try await body()
      instrument.record(InstrumentEvent(operation: operation, path: path(), duration: start.duration(to: clock.now), attempts: attempts()))
      return value
    } catch {
      let duration = start.duration(to: clock.now)
      instrument.record(InstrumentEvent(operation: operation, path: path(), duration: duration, error: error, attempts: attempts()))
      throw error
    }
  }
}
