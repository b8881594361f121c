/// A small repeatable source of random numbers.
struct Random: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }

  mutating func below(_ n: Int) -> Int { Int(next() >> 33) % n }
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// A seed for a test that is to see other things each time; the test prints it.
  static var freshSeed: UInt64 { UInt64.random(in: 1..<1_000_000_000) }
}

private let pushAlphabet = Array("-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz".utf8)

/// A 20-character key like the ones `PushKey` makes; later numbers sort later.
func pushText(_ number: Int, _ random: inout Random) -> String {
  var time = 1_700_000_000_000 + number * 3
  var bytes = [UInt8](repeating: 0, count: 20)
  for i in (0..<8).reversed() {
    bytes[i] = pushAlphabet[time % 64]
    time /= 64
  }
  for i in 8..<20 { bytes[i] = pushAlphabet[random.below(64)] }
  return String(decoding: bytes, as: UTF8.self)
}
