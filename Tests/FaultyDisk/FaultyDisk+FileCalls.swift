import CSQLite
import Foundation

/// What an open file is asked: its bytes.
extension FaultyDisk {
  /// No test file is meant to be larger; a damaged database may well ask for a page far beyond.
  private static let largestFile = 1 << 30

  func read(_ handle: FileHandle, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int32 {
    serve(.read, on: handle) {
      guard offset >= 0 else { return ResultCode.read }
      return handle.file.read(into: buffer, at: offset) ? SQLITE_OK : ResultCode.shortRead
    }
  }

  func write(_ handle: FileHandle, _ source: UnsafeRawBufferPointer, at offset: Int) -> Int32 {
    serve(.write, on: handle) {
      guard offset >= 0, offset <= Self.largestFile - source.count else { return SQLITE_FULL }
      handle.file.apply(.write(offset: offset, bytes: Array(source)))
      return SQLITE_OK
    } refused: { refusal in
      guard let seed = refusal.tearSeed, offset >= 0, offset <= Self.largestFile - source.count else { return }
      var random = SplitMix64(seed: seed)
      let written = Int.random(in: 0...source.count, using: &random)
      guard written > 0 else { return }
      handle.file.apply(.write(offset: offset, bytes: Array(source.prefix(written))))
    }
  }

  func truncate(_ handle: FileHandle, to size: Int) -> Int32 {
    serve(.truncate, on: handle) {
      guard (0...Self.largestFile).contains(size) else { return ResultCode.truncate }
      handle.file.apply(.truncate(size: size))
      return SQLITE_OK
    }
  }

  func sync(_ handle: FileHandle) -> Int32 {
    serve(.sync, on: handle) {
      directory.sync(handle.file, named: handle.name)
      return SQLITE_OK
    } refused: { refusal in
      if refusal.forgets { handle.file.forget() }
    }
  }

  func size(_ handle: FileHandle, answer: inout Int) -> Int32 {
    serve(.fileSize, on: handle) {
      answer = handle.file.live.count
      return SQLITE_OK
    }
  }

  /// Never fails and does not count: even a machine that is off must let go of its handles.
  func close(_ handle: FileHandle) {
    lock.withLock {
      release(handle)
      if handle.deletesOnClose, handle.generation == generation, directory[handle.name] === handle.file {
        directory.remove(handle.name)
      }
    }
  }

  /// Runs one call that counts; `refused` sees to what a failed call leaves behind.
  func serve(
    _ kind: CallKind, on handle: FileHandle, _ body: () -> Int32, refused: (Refusal) -> Void = { _ in }
  ) -> Int32 {
    lock.withLock {
      // Not counted: a connection from before the restart must not use up the faults meant for those after it.
      guard handle.generation == generation else { return SQLITE_IOERR }
      guard let refusal = plan.admit(kind, on: handle.name) else { return body() }
      refused(refusal)
      return refusal.code
    }
  }
}
