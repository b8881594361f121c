/// One line of the table.
struct Benchmark {
  /// Who competes: we, and perhaps somebody else who does the same.
  struct Contest {
    let ours: Contestant
    let peer: Contestant?
  }

  let name: String
  /// What the time is of.
  let unit: String
  /// What is wanted. With a peer: how many times faster we are, at least. Without one: nanoseconds a unit, at most.
  let gate: Double?
  /// Makes the data and those who work on it. Nothing of a benchmark is in memory while another one runs.
  let prepare: () async throws -> Contest

  init(_ name: String, unit: String, gate: Double? = nil, prepare: @escaping () async throws -> Contest) {
    self.name = name
    self.unit = unit
    self.gate = gate
    self.prepare = prepare
  }
}

extension Benchmark {
  /// A benchmark without a peer.
  static func solo(
    _ name: String, unit: String, unitsPerRun: Int = 1, gate: Double? = nil,
    prepare: @escaping () async throws -> (_ count: Int) async throws -> Void
  ) -> Benchmark {
    Benchmark(name, unit: unit, gate: gate) {
      Contest(ours: Contestant("Trellis", unitsPerRun: unitsPerRun, try await prepare()), peer: nil)
    }
  }

  /// A figure that is no time: something counted, the same each time. It stands where times do.
  static func figure(_ name: String, unit: String, gate: Double? = nil, _ count: @escaping () async throws -> Double) -> Benchmark {
    Benchmark(name, unit: unit, gate: gate) { Contest(ours: Contestant("Trellis") { _ in try await count() }, peer: nil) }
  }

  func run(_ rounds: Rounds) async throws -> Outcome {
    let contest = try await prepare()
    var times: (ours: [Double], peer: [Double]) = ([], [])
    _ = try await contest.ours.sample(rounds.sample)
    _ = try await contest.peer?.sample(rounds.sample)
    for _ in 0..<rounds.count {
      times.ours.append(try await contest.ours.sample(rounds.sample))
      if let peer = contest.peer { times.peer.append(try await peer.sample(rounds.sample)) }
    }
    return Outcome(self, ns: times.ours.median, peer: contest.peer.map { ($0.name, times.peer.median) })
  }
}

extension [Double] {
  /// The middle one; of an even number the lower of the two.
  fileprivate var median: Double { sorted()[(count - 1) / 2] }
}
