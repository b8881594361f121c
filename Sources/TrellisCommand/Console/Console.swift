import Foundation

/// Where answers and complaints go.
struct Console: Sendable {
  enum Stream { case output, error }

  let output: Output
  private let errors: Output

  init() {
    output = Output(.standardOutput)
    errors = Output(.standardError)
  }

  func isTerminal(_ stream: Stream) -> Bool { Terminal.isTerminal(stream == .output ? 1 : 2) }

  func style(_ stream: Stream) -> Style { Style(isColoured: isTerminal(stream) && Terminal.takesColours) }

  /// Says on standard error what is wrong.
  func complain(_ message: String) { note("\(style(.error).bad("trellis:")) \(message)\n") }

  /// Says something on standard error that is not part of the answer.
  func note(_ text: String) {
    try? errors.write(text)
    try? errors.flush()
  }
}
