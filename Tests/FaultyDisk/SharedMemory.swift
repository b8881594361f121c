import CSQLite

/// The shared memory (WAL index) of one database file, and the locks on its slots.
///
/// A class that frees its memory only with its last reference: SQLite keeps bare pointers into it, and every
/// handle that mapped it holds on to it until it unmaps or closes, whatever becomes of the file or the disk.
final class SharedMemory {
  private var regions: [UnsafeMutableRawPointer] = []
  private var attached: Set<Int64> = []
  private var readers: [Set<Int64>] = Array(repeating: [], count: Int(SQLITE_SHM_NLOCK))
  private var writers: [Int64?] = Array(repeating: nil, count: Int(SQLITE_SHM_NLOCK))

  var isUnused: Bool { attached.isEmpty }

  deinit {
    for region in regions { region.deallocate() }
  }

  func attach(_ holder: Int64) { attached.insert(holder) }

  func detach(_ holder: Int64) {
    unlock(holder, 0..<readers.count)
    attached.remove(holder)
  }

  /// The region's memory; nil when it does not exist and is not to be made.
  func region(_ index: Int, size: Int, extending: Bool) -> UnsafeMutableRawPointer? {
    if extending {
      while regions.count <= index {
        let region = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        region.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        regions.append(region)
      }
    }
    return regions.indices.contains(index) ? regions[index] : nil
  }

  /// Takes all of the slots or none.
  func lock(_ holder: Int64, _ slots: Range<Int>, exclusively: Bool) -> Int32 {
    for slot in slots {
      if let writer = writers[slot], writer != holder { return SQLITE_BUSY }
      if exclusively, readers[slot].contains(where: { $0 != holder }) { return SQLITE_BUSY }
    }
    for slot in slots {
      if exclusively {
        writers[slot] = holder
      } else {
        readers[slot].insert(holder)
      }
    }
    return SQLITE_OK
  }

  func unlock(_ holder: Int64, _ slots: Range<Int>) {
    for slot in slots {
      readers[slot].remove(holder)
      if writers[slot] == holder { writers[slot] = nil }
    }
  }
}
