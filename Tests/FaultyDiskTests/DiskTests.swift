import CSQLite
import FaultyDisk
import Testing

@Suite struct DiskTests {
  @Test func aShortReadIsFilledWithZeros() throws {
    let disk = FaultyDisk()
    let file = try #require(RawFile(on: disk, "a"))
    file.write([1, 2, 3], at: 2)
    #expect(file.read(3, at: 1) == (SQLITE_OK, [0, 1, 2]))
    #expect(file.read(4, at: 3) == (SQLITE_IOERR | 2 << 8, [2, 3, 0, 0]))
    #expect(file.read(2, at: 90) == (SQLITE_IOERR | 2 << 8, [0, 0]))
    file.truncate(4)
    #expect(disk.content(of: "a") == [0, 0, 1, 2])
    #expect(disk.durableContent(of: "a") == nil)
  }

  @Test func onlyWhatWasSyncedIsCertain() throws {
    let disk = FaultyDisk()
    let synced = try #require(RawFile(on: disk, "folder/synced"))
    synced.write([1, 2, 3, 4], at: 0)
    synced.sync()
    synced.write([9], at: 0)
    synced.truncate(2)
    let other = try #require(RawFile(on: disk, "new"))
    other.write([5], at: 0)
    #expect(disk.files == ["folder/synced", "new"])
    disk.restart(mode: .lostAll)
    #expect(disk.files == ["folder/synced"])
    #expect(disk.content(of: "folder/synced") == [1, 2, 3, 4])
  }

  @Test func aDeletionIsCertainOnceTheFolderIsSynced() throws {
    for syncing in [false, true] {
      let disk = FaultyDisk()
      for name in ["a", "b", "other/c"] { disk.setContent(of: name, to: [1]) }
      let vfs = try #require(sqlite3_vfs_find(disk.vfsName))
      for name in ["other/c", "a"] { #expect(vfs.pointee.xDelete(vfs, name, 0) == SQLITE_OK) }
      #expect(vfs.pointee.xDelete(vfs, "b", syncing ? 1 : 0) == SQLITE_OK)
      #expect(vfs.pointee.xDelete(vfs, "b", 0) == SQLITE_IOERR | 23 << 8)
      #expect(disk.files == [])
      disk.restart(mode: .lostAll)
      #expect(disk.files == (syncing ? ["other/c"] : ["a", "b", "other/c"]))
    }
  }

  @Test func aRandomCutMixesTearsAndKeepsSectorsWhole() throws {
    var outcomes: Set<[UInt8]> = []
    for seed in 0..<200 as Range<UInt64> {
      let disk = FaultyDisk()
      disk.setContent(of: "a", to: [UInt8](repeating: 1, count: 2048))
      let file = try #require(RawFile(on: disk, "a"))
      file.write([UInt8](repeating: 2, count: 1024), at: 256)
      file.write([UInt8](repeating: 3, count: 512), at: 1024)
      disk.restart(seed: seed)
      let content = try #require(disk.content(of: "a"))
      #expect(content[..<256].allSatisfy { $0 == 1 } && content[1536...].allSatisfy { $0 == 1 })
      for part in [256..<512, 512..<1024, 1024..<1280, 1280..<1536] { #expect(Set(content[part]).count == 1) }
      outcomes.insert([content[256], content[512], content[1024], content[1280]])
    }
    // Nothing, all, one without the other, the first write over the second, and torn ones.
    for expected: [UInt8] in [[1, 1, 1, 1], [2, 2, 3, 3], [2, 2, 2, 1], [1, 1, 3, 3], [2, 2, 2, 3], [2, 1, 1, 1]] {
      #expect(outcomes.contains(expected), "\(expected)")
    }
  }

  @Test func fileLocksExcludeEachOther() throws {
    let disk = FaultyDisk()
    let one = try #require(RawFile(on: disk, "a"))
    let two = try #require(RawFile(on: disk, "a"))
    let three = try #require(RawFile(on: disk, "a"))
    #expect(one.lock(SQLITE_LOCK_SHARED) == SQLITE_OK)
    #expect(two.lock(SQLITE_LOCK_SHARED) == SQLITE_OK)
    #expect(one.lock(SQLITE_LOCK_RESERVED) == SQLITE_OK)
    #expect(two.lock(SQLITE_LOCK_RESERVED) == SQLITE_BUSY)
    #expect(one.lock(SQLITE_LOCK_EXCLUSIVE) == SQLITE_BUSY)
    #expect(three.lock(SQLITE_LOCK_SHARED) == SQLITE_BUSY)
    #expect(two.unlock(SQLITE_LOCK_NONE) == SQLITE_OK)
    #expect(one.lock(SQLITE_LOCK_EXCLUSIVE) == SQLITE_OK)
    #expect(one.unlock(SQLITE_LOCK_SHARED) == SQLITE_OK)
    #expect(three.lock(SQLITE_LOCK_SHARED) == SQLITE_OK)
  }

  @Test func sharedMemoryIsSharedAndItsSlotsExcludeEachOther() throws {
    let disk = FaultyDisk()
    let one = try #require(RawFile(on: disk, "a"))
    let two = try #require(RawFile(on: disk, "a"))
    #expect(one.map(extending: false).memory == nil)
    let memory = try #require(one.map(extending: true).memory)
    #expect(two.map(extending: false).memory == memory)
    let take = SQLITE_SHM_LOCK
    #expect(one.lockSlots(3, 1, take | SQLITE_SHM_SHARED) == SQLITE_OK)
    #expect(two.lockSlots(3, 1, take | SQLITE_SHM_SHARED) == SQLITE_OK)
    #expect(two.lockSlots(2, 4, take | SQLITE_SHM_EXCLUSIVE) == SQLITE_BUSY)
    #expect(one.lockSlots(2, 1, take | SQLITE_SHM_EXCLUSIVE) == SQLITE_OK)
    #expect(two.lockSlots(2, 1, take | SQLITE_SHM_SHARED) == SQLITE_BUSY)
    #expect(one.lockSlots(2, 1, SQLITE_SHM_UNLOCK | SQLITE_SHM_EXCLUSIVE) == SQLITE_OK)
    #expect(one.lockSlots(3, 1, SQLITE_SHM_UNLOCK | SQLITE_SHM_SHARED) == SQLITE_OK)
    #expect(two.lockSlots(2, 4, take | SQLITE_SHM_EXCLUSIVE) == SQLITE_OK)
    // After a restart the old memory still must not be freed under a handle that has it mapped.
    disk.restart()
    memory.storeBytes(of: 1, as: UInt8.self)
    #expect(two.map(extending: false).code == SQLITE_IOERR)
    #expect(two.lockSlots(2, 4, SQLITE_SHM_UNLOCK | SQLITE_SHM_EXCLUSIVE) == SQLITE_OK)
  }
}
