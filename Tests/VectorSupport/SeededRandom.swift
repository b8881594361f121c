#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Repeatable random numbers (SplitMix64).
///
/// ```swift
/// var random = SeededRandom.announced("TreeKey order")   // prints the seed; TRELLIS_SEED=… repeats a run
/// ```
package struct SeededRandom: RandomNumberGenerator, Sendable {
  package let seed: UInt64
  private var state: UInt64

  package init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// A generator with a seed that differs from run to run, unless `TRELLIS_SEED` names one, and that is printed.
  package static func announced(_ test: String) -> SeededRandom {
    let wanted = ProcessInfo.processInfo.environment["TRELLIS_SEED"].flatMap { UInt64($0) }
    let random = SeededRandom(seed: wanted ?? UInt64.random(in: 1..<1_000_000_000))
    print("\(test): seed \(random.seed)")
    return random
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// 0 up to, not including, `n`.
  package mutating func below(_ n: Int) -> Int { Int.random(in: 0..<n, using: &self) }

  package mutating func chance(percent: Int) -> Bool { below(100) < percent }

  package mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
