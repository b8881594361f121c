/// Keys that sort by the time they were made: 8 characters of time, then 12 of randomness.
///
/// ```swift
/// let key = PushKey.next()          // "-NjEtLV-ePr-_I_7rdZ6"
/// ```
///
/// Two keys made in one process in the same millisecond still sort in the order they were made: the second counts the
/// first's random part up by one. That state belongs to the process, not to a database. (Rules: data model §4.)
public enum PushKey {
  /// A new key for now.
  public static func next() -> TreeKey { make { Clock.milliseconds() } }

  /// A new key for a time of the caller's, in milliseconds since 1970: the local clock corrected to the server's, say.
  ///
  /// The time is brought into the 48 bits there is room for, 1 to 281,474,976,710,655.
  public static func next(atMilliseconds milliseconds: Int64) -> TreeKey { make { milliseconds } }

  /// The clock is read under the lock: a thread that comes late with an earlier time would make the next key of that
  /// millisecond start from fresh digits, out of order.
  private static func make(at milliseconds: () -> Int64) -> TreeKey {
    shared.withLock { generator in
      var random = SystemRandomNumberGenerator()
      return generator.next(atMilliseconds: milliseconds()) { UInt8.random(in: 0..<64, using: &random) }
    }
  }

  private static let shared = Locked(Generator())

  /// The 64 characters of push keys, in ASCII order, which is key order.
  package static let alphabet = Array("-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz".utf8)
}

extension PushKey {
  /// Makes keys one after another; tests give it times and digits of their own.
  package struct Generator: Sendable {
    private var lastTime: Int64 = 0
    private var digits = [UInt8](repeating: 0, count: 12)

    package init() {}

    package mutating func next(atMilliseconds milliseconds: Int64, drawDigit: () -> UInt8) -> TreeKey {
      let time = min(max(milliseconds, 1), 1 << 48 - 1)
      if time == lastTime {
        countUp()
      } else {
        for i in digits.indices { digits[i] = drawDigit() & 63 }
      }
      lastTime = time
      let timeDigits = (0..<8).map { UInt8(time >> Int64(42 - 6 * $0) & 63) }
      let text = (timeDigits + digits).map { PushKey.alphabet[Int($0)] }
      return TreeKey(unchecked: String(decoding: text, as: UTF8.self))
    }

    /// The last digit counts least; twelve times 63 wraps to zeros, where order is lost by the rule.
    private mutating func countUp() {
      for i in digits.indices.reversed() {
        digits[i] = digits[i] == 63 ? 0 : digits[i] + 1
        if digits[i] != 0 { return }
      }
    }
  }
}
