import Dispatch
import Foundation
import TrellisTree

/// What Ctrl-C and its like do: the first ends the verb, so that it can clean up; if that takes too long, or at the second,
/// the process ends as it would have without this.
enum Interruption {
  private static let received = Locked<Int32?>(nil)

  /// The signal that has ended the verb.
  static var signal: Int32? { received.withLock { $0 } }

  static func handling(_ body: @escaping @Sendable () async -> ExitCode) async -> ExitCode {
    let task = Task { await body() }
    let sources = [SIGINT, SIGTERM, SIGHUP].compactMap { number -> (any DispatchSourceSignal)? in
      // Whoever began this in the background may have meant it not to hear.
      if wasIgnored(number) { return nil }
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { interrupt(task, number) }
      source.resume()
      return source
    }
    let code = await task.value
    for source in sources { source.cancel() }
    return code
  }

  /// Ignores a signal, which the source then gets; answers whether it was ignored before.
  private static func wasIgnored(_ number: Int32) -> Bool {
    var before = sigaction()
    sigaction(number, nil, &before)
    #if canImport(Darwin)
      let handler = before.__sigaction_u.__sa_handler
    #else
      let handler = before.__sigaction_handler.sa_handler
    #endif
    if unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { return true }
    Foundation.signal(number, SIG_IGN)
    return false
  }

  private static func interrupt(_ task: Task<ExitCode, Never>, _ number: Int32) {
    let isFirst = received.withLock { received in
      defer { received = number }
      return received == nil
    }
    guard isFirst else { Exit.bySignal(number) }
    task.cancel()
    DispatchQueue.global().asyncAfter(deadline: .now() + 2) { Exit.bySignal(number) }
  }
}

/// Ends of the process.
enum Exit {
  static func now(with code: ExitCode) -> Never {
    if code == .interrupted, let signal = Interruption.signal { bySignal(signal) }
    exit(code.rawValue)
  }

  /// As if nobody had handled it, so that shells see what happened.
  static func bySignal(_ number: Int32) -> Never {
    signal(number, SIG_DFL)
    kill(getpid(), number)
    exit(128 + number)
  }
}
