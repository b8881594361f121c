import TrellisTree

/// How often somebody may call: counted in windows, which begin with the first call.
final class CallLimits: Sendable {
  private struct Window {
    var start: Duration
    var count: Int
  }

  private let windows = Locked<[String: Window]>([:])

  /// 30 calls in 10 minutes for a code, 60 new codes in an hour for an address.
  func count(code: TreeKey, at now: Duration) throws { try count("code \(code)", most: 30, .seconds(600), at: now) }
  func count(newCodesOf address: String, at now: Duration) throws { try count("address \(address)", most: 60, .seconds(3600), at: now) }

  private func count(_ name: String, most: Int, _ length: Duration, at now: Duration) throws {
    let wait = windows.withLock { windows -> Duration? in
      if windows.count > 100_000 { windows = windows.filter { now - $0.value.start < .seconds(3600) } }
      var window = windows[name] ?? Window(start: now, count: 0)
      if now - window.start >= length { window = Window(start: now, count: 0) }
      window.count += 1
      windows[name] = window
      return window.count > most ? window.start + length - now : nil
    }
    guard let wait else { return }
    throw CallRefusal(429, "rate-limited", "too many calls; try again later", retryAfter: Int(max(1, wait.components.seconds)))
  }
}
