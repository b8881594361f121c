import CSQLite
import FaultyDisk
import Foundation
import Testing

@Suite struct ConnectionTests {
  @Test func aPlainWorkloadReadsBack() throws {
    let disk = FaultyDisk()
    let workload = Workload.wal
    #expect(workload.runUntilError(on: disk) == Set(1...Workload.transactions))
    // The last connection checkpoints and takes the WAL away.
    #expect(disk.files == ["test.db"])
    #expect(workload.problem(on: disk, acknowledged: Set(1...Workload.transactions)) == nil)
  }

  @Test func aReaderKeepsItsSnapshotWhileAWriterWrites() throws {
    let disk = FaultyDisk()
    let writer = try Workload.wal.open(disk)
    let reader = try Workload.wal.open(disk)
    try Workload.wal.write(1, to: writer)
    try reader.run("BEGIN")
    #expect(try reader.number("SELECT count(*) FROM item") == 3)
    try Workload.wal.write(2, to: writer)
    #expect(try reader.number("SELECT count(*) FROM item") == 3)
    try reader.run("COMMIT")
    #expect(try reader.number("SELECT count(*) FROM item") == 6)
    try writer.run("BEGIN IMMEDIATE")
    #expect { try reader.run("BEGIN IMMEDIATE") } throws: { ($0 as? DatabaseError)?.code == SQLITE_BUSY }
    try writer.run("COMMIT")
    try Workload.wal.write(3, to: reader)
    #expect(try writer.number("SELECT count FROM total") == 3)
  }

  @Test func aReaderKeepsAWriterWithoutWALFromCommitting() throws {
    let disk = FaultyDisk()
    let writer = try Workload.delete.open(disk)
    let reader = try Workload.delete.open(disk)
    try reader.run("BEGIN")
    #expect(try reader.number("SELECT count(*) FROM item") == 0)
    #expect { try Workload.delete.write(1, to: writer) } throws: { ($0 as? DatabaseError)?.code == SQLITE_BUSY }
    try reader.run("COMMIT")
    try writer.run("COMMIT")
    #expect(try reader.number("SELECT count(*) FROM item") == 3)
  }

  @Test func writersAndAReaderOnThreadsAgree() async throws {
    let disk = FaultyDisk()
    // Kept open, or each connection might be the last one, which checkpoints and takes the WAL away.
    let first = try Workload.wal.open(disk)
    try await onThreads(3) { thread in
      let database = try Workload.wal.open(disk, waiting: 20_000)
      if thread < 2 {
        for round in 1...100 { try Workload.wal.write(thread * 1000 + round, to: database) }
        return
      }
      // Reads until both writers are done; bounded, should one of them fail.
      for _ in 0..<20_000 {
        let row = try database.rows("SELECT (SELECT count(*) FROM item), 3 * (SELECT count FROM total)")[0]
        guard row[0] == row[1] else { throw DatabaseError(code: -1, message: "saw \(row)") }
        if row[0] == "600" { return }
      }
    }
    #expect(try first.number("SELECT count FROM total") == 200)
    #expect(try first.rows("PRAGMA integrity_check") == [["ok"]])
  }

  /// Real threads: tasks may well run one after the other, when other tests keep the pool busy.
  private func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for thread in 0..<count {
        group.addTask {
          try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try body(thread) }) }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func aConnectionFromBeforeTheCutReachesNothing() throws {
    let disk = FaultyDisk()
    let workload = Workload.wal
    let old = try workload.open(disk)
    try workload.write(1, to: old)
    disk.powerCutAfter(calls: 0)
    #expect(throws: DatabaseError.self) { try workload.write(2, to: old) }
    disk.restart(seed: 1)
    let calls = disk.calls
    #expect(throws: DatabaseError.self) { try workload.write(3, to: old) }
    let files = disk.files.map { disk.content(of: $0) }
    #expect(throws: DatabaseError.self) { try old.rows("SELECT * FROM item") }
    #expect(disk.files.map { disk.content(of: $0) } == files)
    #expect(disk.calls == calls)
    #expect(workload.problem(on: disk, acknowledged: [1]) == nil)
  }

  @Test func aClosedDiskIsUnknownToSQLite() throws {
    let disk = FaultyDisk()
    let database = try Workload.wal.open(disk)
    disk.close()
    disk.close()
    #expect(throws: DatabaseError.self) { try Workload.wal.open(disk) }
    // The connection there is goes on working.
    try Workload.wal.write(1, to: database)
    #expect(try database.number("SELECT count FROM total") == 1)
    // A disk that is just dropped goes away as well.
    let name = FaultyDisk().vfsName
    #expect(sqlite3_vfs_find(name) == nil)
  }

  @Test func aWALCutAtAnyByteGivesAPrefixOfTheTransactions() throws {
    let disk = FaultyDisk()
    let workload = Workload.wal
    let database = try workload.open(disk)
    try database.run("PRAGMA wal_autocheckpoint=0; PRAGMA wal_checkpoint(TRUNCATE)")
    for transaction in 1...3 { try workload.write(transaction, to: database) }
    let main = try #require(disk.content(of: "test.db"))
    let wal = try #require(disk.content(of: "test.db-wal"))
    var found: Set<Int> = []
    for length in stride(from: 0, through: wal.count, by: 509) {
      let copy = FaultyDisk()
      copy.setContent(of: "test.db", to: main)
      copy.setContent(of: "test.db-wal", to: Array(wal.prefix(length)))
      let count = try #require(try Database(on: copy).number("SELECT count FROM total"))
      #expect(count >= found.max() ?? 0)
      #expect(workload.problem(on: copy, acknowledged: Set(1...3).filter { $0 <= count }) == nil)
      found.insert(count)
    }
    #expect(found.isSuperset(of: [0, 1, 2]))
  }
}
