/// What a benchmark came to: medians of its rounds.
struct Outcome: Encodable {
  let name: String
  /// Nanoseconds a unit.
  let ns: Double
  let unit: String
  let peer: String?
  let peerNs: Double?
  /// How many times the peer's time ours goes into.
  let ratio: Double?
  /// See `Benchmark.gate`.
  let gate: Double?
  let met: Bool?

  init(_ benchmark: Benchmark, ns: Double, peer: (name: String, ns: Double)?) {
    name = benchmark.name
    self.ns = ns
    unit = benchmark.unit
    self.peer = peer?.name
    peerNs = peer?.ns
    let ratio = peer.map { $0.ns / ns }
    self.ratio = ratio
    gate = benchmark.gate
    met = benchmark.gate.map { gate in ratio.map { $0 >= gate } ?? (ns <= gate) }
  }

  private enum Key: String, CodingKey {
    case name, ns, unit, peer, peerNs, ratio, gate, met
  }

  /// Every member is there, also those that are null.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .name)
    try container.encode(ns, forKey: .ns)
    try container.encode(unit, forKey: .unit)
    try container.encode(peer, forKey: .peer)
    try container.encode(peerNs, forKey: .peerNs)
    try container.encode(ratio, forKey: .ratio)
    try container.encode(gate, forKey: .gate)
    try container.encode(met, forKey: .met)
  }
}
