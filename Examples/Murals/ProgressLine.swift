import Foundation

/// How far something long has come: on a terminal one line that changes, elsewhere a line for each quarter.
struct ProgressLine {
  private let title: String
  private let total: Int
  private let isLive: Bool
  private var shown = 0

  init(_ title: String, of total: Int, isLive: Bool) {
    self.title = title
    self.total = total
    self.isLive = isLive && isatty(STDOUT_FILENO) == 1
  }

  mutating func advance(to done: Int) {
    let steps = isLive ? 100 : 4
    let reached = done * steps / total
    guard reached > shown else { return }
    shown = reached
    let line = "  \(title): \(done) of \(total)"
    // The line begins anew each time, and the last one gives way to what comes.
    if isLive { print("\r\(done < total ? line : String(repeating: " ", count: line.count) + "\r")", terminator: "") } else { print(line) }
    fflush(nil)
  }
}
