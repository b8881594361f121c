/// Everything only the writer touches: memory, versions, retired blocks and the candidate being edited.
///
/// A handle to state in raw memory, so that hot paths cost no exclusivity checks. `ArenaCore` owns it and sees to it
/// that one thread at a time uses it.
struct Writer {
  struct State {
    var allocator = BlockAllocator()
    var retired = RetiredHeaps()
    var versions = VersionList()
    /// Number of the edit in progress, or of the last one. Numbers are never used twice.
    var epoch: UInt64 = 0
    /// The candidate's root.
    var root = Word.missing
    /// The version the edit in progress started from: always the newest.
    var base = VersionList.none
    /// Changes whenever a view of the candidate becomes invalid.
    var generation: UInt64 = 0
    /// Changes whenever a view of the tree before the edit becomes invalid.
    var baseGeneration: UInt64 = 0

    /// Bytes of retired single blocks; what hangs below retired subtrees is not in it.
    var retiredBytes = 0
    var retiredSubtrees = 0
    /// Heaps and blocks that no held version sees, waiting to be freed.
    var garbageHeaps: [RetiredHeaps.Heap] = []
    var garbage: [Word] = []
    /// Versions whose heap may hold blocks younger than themselves.
    var sweeps: [VersionList.Index] = []

    init() {
      // Room for the usual case: growing these while reclaiming can wake the system allocator's housekeeping, which
      // takes milliseconds after a hundred thousand snapshots have been freed.
      garbageHeaps.reserveCapacity(1024)
      garbage.reserveCapacity(4096)
      sweeps.reserveCapacity(4096)
    }
  }

  let state: UnsafeMutablePointer<State>

  init() {
    state = .allocate(capacity: 1)
    state.initialize(to: State())
  }

  /// Ends the writer's life, giving back all memory at once.
  func close() {
    state.pointee.allocator.close()
    state.pointee.retired.close()
    state.pointee.versions.close()
    state.deinitialize(count: 1)
    state.deallocate()
  }

  @inline(__always) var epoch: UInt64 { state.pointee.epoch }
  @inline(__always) var rootSlot: Slot { state.pointer(to: \.root).unsafelyUnwrapped }
}

/// Where a word lives: the candidate's root, or a value of a page this edit may change.
typealias Slot = UnsafeMutablePointer<Word>
