import Foundation
import TrellisTree

/// Shows how far something is: on a terminal in one line that changes, else a line a second.
final class Progress: Sendable {
  private struct State {
    var done = 0
    var shown: ContinuousClock.Instant
  }

  private let verb: String
  private let total: Int?
  private let console: Console
  private let isShown: Bool
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private let state: Locked<State>

  /// - Parameter total: bytes in all, if that is known.
  init(_ verb: String, of total: Int?, _ invocation: Invocation) {
    self.verb = verb
    self.total = total
    console = invocation.console
    isShown = Self.isWanted(invocation)
    start = clock.now
    state = Locked(State(shown: clock.now))
  }

  static func isWanted(_ invocation: Invocation) -> Bool { invocation.console.isTerminal(.error) || invocation.has(.progress) }

  func advance(by bytes: Int) {
    let isTerminal = console.isTerminal(.error)
    let done = state.withLock { state -> Int? in
      state.done += bytes
      guard isShown, clock.now - state.shown >= (isTerminal ? .milliseconds(100) : .seconds(1)) else { return nil }
      state.shown = clock.now
      return state.done
    }
    guard let done else { return }
    console.note(isTerminal ? "\r\(line(done))\u{1B}[K" : line(done) + "\n")
  }

  /// Says what follows, when that takes its time, too.
  func say(_ what: String) {
    guard isShown else { return }
    let line = "\(verb) \(Size.text(state.withLock { $0.done })), \(what)"
    console.note(console.isTerminal(.error) ? "\r\(line)\u{1B}[K" : line + "\n")
  }

  /// Says what it came to.
  func finish() {
    guard isShown else { return }
    let done = state.withLock { $0.done }
    let seconds = elapsed
    let rate = seconds > 0 ? ", \(Size.text(Int(Double(done) / seconds)))/s" : ""
    let line = "\(verb) \(Size.text(done)) in \(Self.duration(seconds))\(rate)\n"
    console.note(console.isTerminal(.error) ? "\r\(line.dropLast())\u{1B}[K\n" : line)
  }

  private var elapsed: Double {
    let parts = (clock.now - start).components
    return Double(parts.seconds) + Double(parts.attoseconds) / 1e18
  }

  private func line(_ done: Int) -> String {
    let rate = Double(done) / max(elapsed, 0.001)
    let speed = "\(Size.text(Int(rate)))/s"
    guard let total, total > 0 else { return "\(verb) \(Size.text(done)), \(speed)" }
    let share = min(Double(done) / Double(total), 1)
    let left = Double(max(total - done, 0)) / max(rate, 1)
    return "\(verb) \(Int(share * 100)) % of \(Size.text(total)), \(speed), \(Self.duration(left)) left"
  }

  private static func duration(_ seconds: Double) -> String {
    if seconds < 10 { return String(format: "%.1f s", seconds) }
    let whole = Int(seconds.rounded())
    return whole < 60 ? "\(whole) s" : "\(whole / 60) min \(whole % 60) s"
  }
}
