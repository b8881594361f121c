import CSQLite
import FaultyDisk
import Testing

@Suite struct FaultTests {
  @Test(arguments: [Workload.wal, .delete], DiskFault.allCases)
  func theDatabaseOutlivesAFaultAtAnyCall(workload: Workload, fault: DiskFault) {
    for lasting in [false, true] {
      var number = 0
      while true {
        number += 1
        let disk = FaultyDisk()
        let before = disk.faultsFired
        disk.fail(at: number, with: fault, lasting: lasting, tearing: number % 2 == 0 ? 7 : nil)
        let acknowledged = workload.runThroughErrors(on: disk)
        disk.heal()
        if disk.faultsFired == before { break }
        // One failed call costs one transaction at most.
        if !lasting { #expect(acknowledged.count >= Workload.transactions - 1, "\(fault) at \(number)") }
        // Once with the disk as it is, once more after a power cut: both must hold what was acknowledged.
        if number % 2 == 0 { disk.restart(seed: UInt64(number)) }
        let problem = workload.problem(on: disk, acknowledged: acknowledged)
        #expect(problem == nil, "\(fault) at \(number), lasting \(lasting), \(disk.history.suffix(3))")
      }
      #expect(number > 100)
    }
  }

  @Test func aFaultHasTheCodeOfItsCall() throws {
    let disk = FaultyDisk()
    let file = try #require(RawFile(on: disk, "a"))
    disk.fail(at: 1, with: .diskFull)
    #expect(file.write([1], at: 0) == SQLITE_FULL)
    #expect(file.write([1], at: 0) == SQLITE_OK)
    disk.fail(at: 2, with: .ioError, lasting: true, of: .write)
    #expect(file.write([1], at: 0) == SQLITE_OK)
    #expect(file.sync() == SQLITE_OK)
    #expect(file.write([1], at: 0) == SQLITE_IOERR | 3 << 8)
    #expect(file.write([1], at: 0) == SQLITE_IOERR | 3 << 8)
    disk.heal()
    #expect(file.write([1], at: 0) == SQLITE_OK)
    disk.fail(at: 1, with: .diskFull)
    #expect(file.sync() == SQLITE_IOERR | 4 << 8)
    disk.fail(at: 1, with: .tooManyFiles, on: "b")
    #expect(file.read(1, at: 0).code == SQLITE_OK)
    #expect(RawFile(on: disk, "b") == nil)
    #expect(disk.files == ["a"])
    #expect(disk.faultsFired == 5)
  }

  @Test func aFailedWriteMayHaveBegun() throws {
    var lengths: Set<Int> = []
    for seed in 0..<20 as Range<UInt64> {
      let disk = FaultyDisk()
      let file = try #require(RawFile(on: disk, "a"))
      disk.fail(at: 1, with: .diskFull, tearing: seed)
      #expect(file.write([UInt8](repeating: 7, count: 1000), at: 0) == SQLITE_FULL)
      let content = try #require(disk.content(of: "a"))
      #expect(content.allSatisfy { $0 == 7 } && content.count <= 1000)
      lengths.insert(content.count)
    }
    #expect(lengths.count > 10)
  }

  @Test func aSyncThatForgetsIsNotMadeGoodByTheNext() throws {
    for fault in [DiskFault.syncFails, .syncForgets] {
      let disk = FaultyDisk()
      let file = try #require(RawFile(on: disk, "a"))
      file.sync()
      file.write([1, 2], at: 0)
      disk.fail(at: 1, with: fault)
      #expect(file.sync() != SQLITE_OK)
      #expect(file.sync() == SQLITE_OK)
      #expect(disk.content(of: "a") == [1, 2])
      #expect(disk.durableContent(of: "a") == (fault == .syncFails ? [1, 2] : []))
    }
  }
}
