import FaultyDisk
import Testing

@Suite struct PowerCutTests {
  /// The ends to try for each cut: both extremes, and several of the many between.
  static let ends: [(mode: RestartMode, seed: UInt64)] =
    [(.lostAll, 0), (.keptAll, 0)] + (1...5).map { (.random, $0) }

  @Test(arguments: [Workload.wal, .delete, .truncate])
  func acknowledgedCommitsSurviveACutAtEveryCall(workload: Workload) {
    let calls = workload.callCount
    #expect(calls > 100)
    var cuts = 0
    for cut in 1...(calls + 1) {
      for end in Self.ends {
        let disk = FaultyDisk()
        disk.powerCutAfter(calls: cut)
        let acknowledged = workload.runUntilError(on: disk)
        if disk.isOff { cuts += 1 }
        disk.restart(seed: end.seed &+ UInt64(cut) &* 1000, mode: end.mode)
        let problem = workload.problem(on: disk, acknowledged: acknowledged)
        #expect(problem == nil, "cut \(cut), \(end)")
      }
    }
    #expect(cuts == calls * Self.ends.count)
  }

  @Test func aCutDuringRecoveryLosesNothingEither() {
    let workload = Workload.wal
    for first in stride(from: 20, to: workload.callCount, by: 17) {
      for second in 1...25 {
        let disk = FaultyDisk()
        disk.powerCutAfter(calls: first)
        let acknowledged = workload.runUntilError(on: disk)
        disk.restart(seed: UInt64(first * 100 + second))
        disk.powerCutAfter(calls: second)
        _ = try? workload.open(disk)
        disk.restart(seed: UInt64(second * 100 + first))
        let problem = workload.problem(on: disk, acknowledged: acknowledged)
        #expect(problem == nil, "cuts \(first), \(second)")
      }
    }
  }

  @Test func withNormalSyncACutLosesCommitsButNotTheDatabase() {
    let workload = Workload(journal: "wal", synchronous: "normal")
    var lost = 0
    for seed in 0..<60 as Range<UInt64> {
      let disk = FaultyDisk()
      disk.powerCutAfter(calls: Int(seed) * 2 + 60)
      let acknowledged = workload.runUntilError(on: disk)
      disk.restart(seed: seed)
      guard let problem = workload.problem(on: disk, acknowledged: acknowledged) else { continue }
      #expect(problem.hasPrefix("lost: "))
      lost += 1
    }
    #expect(lost > 0)
  }

  @Test func withoutSyncACutLosesCommitsAndDamagesDatabases() {
    let workload = Workload(journal: "wal", synchronous: "off")
    var problems: [String] = []
    for seed in 0..<200 as Range<UInt64> {
      let disk = FaultyDisk()
      disk.powerCutAfter(calls: Int(seed) % 100 + 40)
      let acknowledged = workload.runUntilError(on: disk)
      disk.restart(seed: seed)
      if let problem = workload.problem(on: disk, acknowledged: acknowledged) { problems.append(problem) }
    }
    #expect(problems.contains { $0.hasPrefix("lost: ") })
    #expect(problems.contains { !$0.hasPrefix("lost: ") })
  }

  /// In mode DELETE only EXTRA syncs the folder after the commit; with FULL the journal may come back and undo it.
  @Test func aDeletedJournalMayComeBack() {
    let workload = Workload(journal: "delete", synchronous: "full")
    let disk = FaultyDisk()
    let acknowledged = workload.runUntilError(on: disk)
    disk.restart(mode: .lostAll)
    #expect(workload.problem(on: disk, acknowledged: acknowledged) == "lost: [\(Workload.transactions)]")
  }

  @Test func theSameSeedGivesTheSameDisk() {
    func contents(seed: UInt64) -> [[UInt8]?] {
      let disk = FaultyDisk()
      disk.setContent(of: "kept", to: [1, 2, 3])
      let file = RawFile(on: disk, "new")
      for number in 0..<40 { file?.write([UInt8](repeating: UInt8(number), count: 1500), at: number * 700) }
      disk.restart(seed: seed)
      return disk.files.map { disk.content(of: $0) }
    }
    let different = Set((0..<20).map { contents(seed: $0) })
    #expect(different.count > 5)
    for seed in 0..<20 as Range<UInt64> { #expect(contents(seed: seed) == contents(seed: seed)) }
  }
}
