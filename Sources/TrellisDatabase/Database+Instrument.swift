import TrellisTree

extension Database {
  /// Runs an operation and tells the instrument about it, if there is one.
  func measured<Value>(
    _ operation: InstrumentEvent.Operation, _ path: @autoclosure () -> TreePath, _ body: () async throws -> Value
  ) async throws -> Value {
    guard let instrument else { return try await body() }
    let clock = ContinuousClock()
    let start = clock.now
    do {
      let value = try await body()
      let attempts = (value as? TransactionResult)?.attempts ?? 1
      instrument.record(InstrumentEvent(operation: operation, path: path(), duration: start.duration(to: clock.now), attempts: attempts))
      return value
    } catch {
      instrument.record(InstrumentEvent(operation: operation, path: path(), duration: start.duration(to: clock.now), error: error))
      throw error
    }
  }
}
