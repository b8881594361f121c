import FaultyDisk
import Foundation
import TestSupport
import Testing
import TrellisDatabase
import TrellisEngine
import TrellisPages
import TrellisSQLite
import TrellisTree

/// A database on a disk that fails, or loses its power, at each of its calls: what was acknowledged is there, all else is
/// there as a whole or not at all.
@Suite(.hangGuard) struct DurabilityTests {
  /// What a run of writes came to.
  private struct Outcome {
    /// The last commit that was acknowledged, and the last that was tried.
    var acknowledged = 0
    var tried = 0
    /// The highest value that a reader has seen.
    var seen = 0
    var failures = 0
  }

  private static let commits = 12
  /// Set by `make crash`: more seeds.
  private static let isThorough = ProcessInfo.processInfo.environment["TRELLIS_THOROUGH"] != nil

  private func open(_ disk: FaultyDisk, _ durability: Durability = .full) async throws -> Database {
    let journal = try SQLiteJournal("murals.db", durability: durability, checkpointBytes: 500, vfs: disk.vfsName)
    return Database(try await LocalDatastore.open(journal))
  }

  /// Writes numbered commits, each in three places, and goes on when one fails.
  private func run(_ disk: FaultyDisk, _ durability: Durability = .full) async -> Outcome {
    var outcome = Outcome()
    var database: Database?
    for i in 1...Self.commits {
      if database == nil { database = try? await open(disk, durability) }
      guard let database else {
        outcome.failures += 1
        continue
      }
      do {
        outcome.tried = i
        let text = Tree.string(String(repeating: "\(i) ", count: 20))
        try await database.update("/", ["a": .int(Int64(i)), "b": .int(Int64(i)), TreePath(["list", TreeKey(i % 5)]): text])
        outcome.acknowledged = i
      } catch {
        outcome.failures += 1
      }
      if let value = try? await database.get("a").int { outcome.seen = max(outcome.seen, Int(value)) }
    }
    try? await database?.close()
    return outcome
  }

  private func check(_ disk: FaultyDisk, _ outcome: Outcome, _ what: String) async throws {
    let database = try await open(disk)
    let value = Int(try await database.get("a").int ?? 0)
    #expect(value >= outcome.acknowledged, "\(what): acknowledged \(outcome.acknowledged), found \(value)")
    #expect(value <= outcome.tried, "\(what)")
    #expect(outcome.seen <= value, "\(what): a reader saw \(outcome.seen), which was lost")
    #expect(try await database.get("b").int ?? 0 == Int64(value), "\(what): half a commit")
    if value > 0 {
      #expect(try await database.get(TreePath(["list", TreeKey(value % 5)])).string?.hasPrefix("\(value) ") == true, "\(what)")
    }
    try await database.set("after", 1)
    try await database.close()
    let again = try await open(disk)
    #expect(try await again.get("after").int == 1, "\(what)")
    try await again.close()
  }

  /// How many calls a run without faults makes.
  private func calls() async -> Int {
    let disk = FaultyDisk()
    let outcome = await run(disk)
    #expect(outcome.acknowledged == Self.commits)
    return disk.calls
  }

  @Test("power goes at each call", arguments: RestartMode.allCases)
  func powerCuts(_ mode: RestartMode) async throws {
    let calls = await calls()
    let seeds: ClosedRange<UInt64> = mode == .random ? (Self.isThorough ? 1...20 : 1...2) : 1...1
    for seed in seeds {
      for number in 1...(calls + 1) {
        let disk = FaultyDisk()
        disk.powerCutAfter(calls: number)
        let outcome = await run(disk)
        disk.restart(seed: seed, mode: mode)
        try await check(disk, outcome, "power cut at call \(number) of \(calls), \(mode), seed \(seed)")
      }
    }
  }

  @Test("with normal durability the last commits may go with the power, each as a whole")
  func normalDurability() async throws {
    let calls = await calls()
    var losses = 0
    for number in 1...(calls + 1) {
      let disk = FaultyDisk()
      disk.powerCutAfter(calls: number)
      var outcome = await run(disk, .normal)
      disk.restart(seed: UInt64(number), mode: .random)
      let database = try await open(disk, .normal)
      let value = Int(try await database.get("a").int ?? 0)
      try await database.close()
      if value < outcome.acknowledged { losses += 1 }
      (outcome.acknowledged, outcome.seen) = (0, 0)
      try await check(disk, outcome, "power cut at call \(number) of \(calls), normal")
    }
    #expect(losses > 0, "the power cuts were felt")
  }

  @Test("each call fails once; then all works again", arguments: DiskFault.allCases)
  func singleFaults(_ fault: DiskFault) async throws {
    let calls = await calls()
    for number in 1...calls {
      let disk = FaultyDisk()
      disk.fail(at: number, with: fault, tearing: number % 2 == 0 ? UInt64(number) : nil)
      let outcome = await run(disk)
      #expect(outcome.failures <= 3, "\(fault) at call \(number)")
      disk.heal()
      if number % 4 == 1 { disk.restart(seed: UInt64(number), mode: .lostAll) }
      try await check(disk, outcome, "\(fault) at call \(number) of \(calls)")
    }
  }

  @Test("from a call on all fail; memory and file agree, and it goes on once the cause is gone", arguments: DiskFault.allCases)
  func lastingFaults(_ fault: DiskFault) async throws {
    let calls = await calls()
    for number in stride(from: 1, through: calls, by: Self.isThorough ? 1 : 4) {
      let disk = FaultyDisk()
      disk.fail(at: number, with: fault, lasting: true)
      guard let database = try? await open(disk) else { continue }
      var acknowledged: Int64 = 0
      for i in 1...6 as ClosedRange<Int64> {
        if (try? await database.update("/", ["a": .int(i), "b": .int(i)])) != nil { acknowledged = i }
        #expect(try await database.get("a").int ?? 0 == acknowledged, "\(fault) from call \(number): memory")
      }
      disk.heal()
      try await database.update("/", ["a": 7, "b": 7])
      #expect(try await database.json() == #"{"a":7,"b":7}"#)
      try await database.close()
      let again = try await open(disk)
      #expect(try await again.json() == #"{"a":7,"b":7}"#, "\(fault) from call \(number): file")
      try await again.close()
    }
  }
}
