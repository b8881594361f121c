import CSQLite
import Foundation

/// Locks and shared memory, which connections to one file have in common.
extension FaultyDisk {
  func raiseLock(_ handle: FileHandle, to level: LockLevel) -> Int32 {
    lock.withLock {
      guard isRunning(handle) else { return SQLITE_IOERR }
      return handle.file.locks.lock(handle.id, to: level)
    }
  }

  /// Letting go always works: what a dead process held, it holds no more.
  func lowerLock(_ handle: FileHandle, to level: LockLevel) {
    lock.withLock { handle.file.locks.unlock(handle.id, to: level) }
  }

  func isReserved(_ handle: FileHandle, answer: inout Bool) -> Int32 {
    lock.withLock {
      guard isRunning(handle) else { return SQLITE_IOERR }
      answer = handle.file.locks.isReserved
      return SQLITE_OK
    }
  }

  func map(
    _ handle: FileHandle, region: Int, size: Int, extending: Bool, answer: inout UnsafeMutableRawPointer?
  ) -> Int32 {
    serve(.shmMap, on: handle) {
      let memory = handle.file.sharedMemory ?? SharedMemory()
      handle.file.sharedMemory = memory
      handle.mapped = memory
      memory.attach(handle.id)
      answer = memory.region(region, size: size, extending: extending)
      return SQLITE_OK
    }
  }

  func lockSlots(_ handle: FileHandle, _ slots: Range<Int>, flags: Int32) -> Int32 {
    lock.withLock {
      guard let memory = handle.mapped, slots.lowerBound >= 0, slots.upperBound <= Int(SQLITE_SHM_NLOCK) else {
        return SQLITE_IOERR
      }
      if flags & SQLITE_SHM_UNLOCK != 0 {
        memory.unlock(handle.id, slots)
        return SQLITE_OK
      }
      guard isRunning(handle) else { return SQLITE_IOERR }
      return memory.lock(handle.id, slots, exclusively: flags & SQLITE_SHM_EXCLUSIVE != 0)
    }
  }

  func unmap(_ handle: FileHandle) {
    lock.withLock { detach(handle) }
  }

  /// Taking and giving back a lock orders memory between threads, which is all that is asked for.
  func barrier() {
    lock.withLock {}
  }

  /// Called with the lock held.
  func release(_ handle: FileHandle) {
    handle.file.locks.unlock(handle.id, to: .none)
    detach(handle)
  }

  private func detach(_ handle: FileHandle) {
    guard let memory = handle.mapped else { return }
    memory.detach(handle.id)
    handle.mapped = nil
    // The next connection begins with empty memory, as on Unix the first one to come empties the file.
    if memory.isUnused, handle.file.sharedMemory === memory { handle.file.sharedMemory = nil }
  }

  private func isRunning(_ handle: FileHandle) -> Bool {
    !plan.isOff && handle.generation == generation
  }
}
