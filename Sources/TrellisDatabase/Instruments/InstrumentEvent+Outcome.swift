extension InstrumentEvent {
  /// How an operation ended, for counting.
  public enum Outcome: String, Sendable, CaseIterable {
    case ok
    /// The access policy said no.
    case denied
    /// A condition did not hold, or a transaction met conflicts in every one of its tries.
    case conflict
    /// The task was cancelled.
    case cancelled
    /// Anything else went wrong.
    case failed
  }

  public var outcome: Outcome {
    switch error {
    case nil: .ok
    case is CancellationError: .cancelled
    case TrellisError.Code.permissionDenied?: .denied
    case TrellisError.Code.conflict?, TrellisError.Code.maxRetries?: .conflict
    default: .failed
    }
  }

  /// How often it had to be tried again because somebody else had written in between.
  public var retries: Int { attempts > 1 ? attempts - 1 : 0 }
}

extension InstrumentEvent: CustomStringConvertible {
  /// For logs: `write /murals/m1 2.1 ms`, `transaction /murals/m1/likes 9.0 ms after 3 tries`, `write /a 0.1 ms denied: …`.
  public var description: String {
    var text = "\(operation) \(path)"
    if operation != .observe { text += " \(duration.inMilliseconds) ms" }
    if attempts > 1 { text += " after \(attempts) tries" }
    if let error { text += " \(outcome.rawValue): \(error)" }
    return text
  }
}

extension Duration {
  /// With one digit behind the point.
  fileprivate var inMilliseconds: String {
    let tenths = (inSeconds * 10_000).rounded()
    return "\(tenths / 10)"
  }

  var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
