import Foundation
import Trellis

/// What the program prints: chapters of calls with what they gave.
@MainActor
final class Output {
  /// Whether what differs from run to run is printed as a placeholder.
  let isStable: Bool
  private var newKeys: [TreeKey] = []
  private var hasBegun = false

  init(isStable: Bool) { self.isStable = isStable }

  func chapter(_ title: String) {
    if hasBegun { print() }
    hasBegun = true
    print(title)
    print(String(repeating: "-", count: title.count))
  }

  /// A sentence between calls.
  func say(_ text: String) { print("  \(text)") }

  /// A call and what it gave.
  func show(_ call: String, _ result: Any?) {
    let text = result.map { "\($0)" } ?? "nil"
    print("  " + call.padding(toLength: max(call.count, 46), withPad: " ", startingAt: 0) + "  " + text)
  }

  func show(_ call: String, _ results: [String]) { show(call, results.isEmpty ? "none" : results.joined(separator: ", ")) }

  /// A call that is to fail, with its error.
  func show(_ call: String, failing body: @MainActor () async throws -> Void) async {
    do {
      try await body()
      show(call, "went well, which it should not")
    } catch {
      say(call)
      for line in "\(error)".split(separator: "\n") { say("  \(line)") }
    }
  }
}

// MARK: What differs from run to run

extension Output {
  /// A key that was made at random.
  func name(_ key: TreeKey) -> String {
    guard isStable else { return key.text }
    if !newKeys.contains(key) { newKeys.append(key) }
    return "<key \(newKeys.firstIndex(of: key).map { $0 + 1 } ?? 0)>"
  }

  func name(_ time: ServerTime?) -> String {
    guard let date = time?.date else { return "never" }
    return isStable ? "<time>" : date.formatted(.iso8601)
  }

  func name(_ duration: Duration) -> String {
    if isStable { return "… ms" }
    let milliseconds = duration / .milliseconds(1)
    return String(format: milliseconds < 100 ? "%.1f ms" : "%.0f ms", milliseconds)
  }

  /// How long something took, and what it was.
  func show(_ duration: Duration, _ what: String, _ result: String) {
    let time = name(duration)
    print("  " + String(repeating: " ", count: max(0, 9 - time.count)) + time + "  ", terminator: "")
    print(what.padding(toLength: 46, withPad: " ", startingAt: 0) + "  " + result)
  }
}
