/// One side of a benchmark: something that works for about as long as it is told, and says how long one unit took.
struct Contestant {
  let name: String
  /// Nanoseconds a unit, of a sample of about this length.
  let sample: (Duration) async throws -> Double

  init(_ name: String, sample: @escaping (Duration) async throws -> Double) {
    self.name = name
    self.sample = sample
  }

  /// Work that is done as often as it takes to fill a sample.
  ///
  /// - Parameters:
  ///   - unitsPerRun: how many units doing it once is.
  ///   - work: does it this many times, in a loop of its own.
  init(_ name: String, unitsPerRun: Int = 1, _ work: @escaping (_ count: Int) async throws -> Void) {
    var count = 1
    self.init(name) { length in
      let clock = ContinuousClock()
      while true {
        let time = try await clock.measure { try await work(count) }
        // A sample that came out much too short says how many times are enough, and is not counted.
        if time * 2 >= length { return time.nanoseconds / Double(count * unitsPerRun) }
        let factor = length / max(time, .nanoseconds(100))
        count = Int(Double(count) * min(max(factor, 2), 100))
        precondition(count < 1 << 48, "the compiler has left the work out: give what comes of it to blackHole")
      }
    }
  }
}

extension Duration {
  var nanoseconds: Double { self / .nanoseconds(1) }
}
