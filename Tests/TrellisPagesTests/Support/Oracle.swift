import TrellisPages
import TrellisTree

/// A random life of an arena beside its model: edits applied, published, discarded, rewound; versions held here and by
/// reader threads and dropped in random order; differences, copies, texts and invariants checked along the way.
struct Oracle {
  var random: Random
  let pool: KeyPool
  let numbers: [TreeKey: Int]
  var verifier: Verifier
  private let readers: Readers?

  let arena = Arena()
  /// Applied versions from the published one on, oldest first.
  var line: [(version: Version, model: Model)] = []
  var held: [Held] = []
  private(set) var counts: [String: Int] = [:]
  var widest = 0

  init(seed: UInt64, threads: Int) {
    random = Random(seed: seed)
    pool = KeyPool(&random)
    numbers = Dictionary(uniqueKeysWithValues: pool.keys.enumerated().map { ($1, $0) })
    verifier = Verifier(pool, seed: seed)
    readers = threads > 0 ? Readers(count: threads, pool, seed: seed) : nil
    line = [(arena.published, Model())]
  }

  /// Plays to the end; throws at the first thing that is not as the model says.
  mutating func run(edits: Int) throws {
    do {
      try checkKeys()
      try fillAndDrainInOrder()
      for number in 0..<edits { try step(number) }
    } catch {
      held = []
      _ = readers?.close()
      throw error
    }
    held = []
    if let failure = readers?.close() { throw failure }
    try end()
  }

  var summary: String {
    counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ") + ", widest node \(widest)"
  }

  mutating func count(_ what: String) { counts[what, default: 0] += 1 }

  // MARK: Steps

  private mutating func step(_ number: Int) throws {
    try edit()
    if random.chance(25) { publish() }
    if random.chance(8) { try rewind() }
    if random.chance(70) { try hold() }
    if random.chance(30) { arena.reclaim(budget: random.below(20)) }
    if let a = held.randomElement(using: &random), let b = held.randomElement(using: &random), random.chance(30) { try compare(a, b) }
    if let one = held.randomElement(using: &random), random.chance(30) { try copyOut(one) }
    while held.count > 30 || (held.count > 2 && random.chance(40)) { held.remove(at: random.below(held.count)) }
    if number % 16 == 15 { try inspect() }
  }

  private mutating func publish() {
    let i = random.below(line.count)
    arena.publish(line[i].version)
    line.removeFirst(i)
  }

  private mutating func rewind() throws {
    let i = random.below(line.count)
    arena.rewind(to: line[i].version)
    line.removeLast(line.count - 1 - i)
    try require(arena.applied == line.last!.version, "applied head after rewind")
    count("rewinds")
  }

  private mutating func hold() throws {
    let snapshot = arena.pin()
    try require(snapshot.version == line[0].version, "a pin shows the published version")
    let new = Held(snapshot: snapshot, model: line[0].model, label: "version \(snapshot.version!.number)")
    count("pins")
    if let readers, readers.backlog < 20, random.chance(50) { readers.add(new) }
    held.append(new)
  }

  /// Everything at once: the invariants of the pages, and what each held version shows.
  mutating func inspect() throws {
    let problems = arena.brokenInvariants()
    try require(problems.isEmpty, problems.joined(separator: "; "))
    for one in held { try verifier.verify(one.snapshot, one.model, one.label) }
    count("inspections")
  }

  // MARK: Beginning and end

  private func checkKeys() throws {
    for key in 0..<pool.keys.count {
      try require(pool.keys[key].text.utf8.elementsEqual(pool.texts[key].utf8), "text of \(pool.texts[key])")
      if key > 0 { try require(pool.keys[key - 1] < pool.keys[key], "order of \(pool.texts[key - 1]) and \(pool.texts[key])") }
    }
  }

  /// With all pins gone and the tree emptied, not one byte is left.
  private mutating func end() throws {
    let before = arena.statistics
    let problems = arena.brokenInvariants()
    try require(problems.isEmpty, problems.joined(separator: "; "))
    var edit = arena.begin()
    edit.remove([])
    _ = edit.publish()
    arena.reclaim()
    let after = arena.statistics
    try require(after.liveBytes == 0, "\(after.liveBytes) bytes are still allocated (\(before.liveBytes) before the end)")
    try require(after.retainedBytes == 0 && after.retainedSubtrees == 0, "statistics: \(after)")
    try require(after.pins <= 1 && after.versions == 1 && !after.hasGarbage, "statistics: \(after)")
  }
}
