import Synchronization

/// Hands out a text sixteen bytes at a time.
final class Pieces: Sendable {
  private let rest: Mutex<ArraySlice<UInt8>>

  init(_ text: String) { rest = Mutex(Array(text.utf8)[...]) }

  /// Nil at the end.
  func next() -> [UInt8]? {
    rest.withLock { rest in
      defer { rest = rest.dropFirst(16) }
      return rest.isEmpty ? nil : Array(rest.prefix(16))
    }
  }
}
