#if ThreadSanitizedPages
  import TrellisTree
#endif

/// Keeps what a snapshot reads alive: a version of an arena, or memory of its own.
///
/// Sendable: immutable but for `isDismissed`, which the last holder alone touches; what it keeps alive is only read.
final class Pin: @unchecked Sendable {
  private enum Source {
    case version(ArenaCore, Version)
    case standalone(UnsafeMutableRawPointer)
  }

  private let source: Source
  let root: Word
  /// Whether the writer knows already that it ends. Written only by who holds the last reference.
  private var isDismissed = false

  #if ThreadSanitizedPages
    /// The thread sanitizer cannot see that the reference count orders every reader's reads before `deinit`. In its
    /// build this lock says so, and no more than that: it is taken after each read and in `deinit`.
    private let readsDone = Lock()
  #endif

  /// Says that a read is done; nothing but in the thread sanitizer's build.
  @inline(__always)
  func endOfRead() {
    #if ThreadSanitizedPages
      readsDone.withLock {}
    #endif
  }

  init(_ core: ArenaCore, _ version: Version, _ root: Word) {
    source = .version(core, version)
    self.root = root
  }

  /// Takes over a buffer that holds `root` and everything below it.
  init(standalone buffer: UnsafeMutableRawPointer, root: Word) {
    source = .standalone(buffer)
    self.root = root
  }

  /// The version need not be handed back. Only for who holds the last reference.
  func dismiss() { isDismissed = true }

  var version: Version? {
    if case .version(_, let version) = source { version } else { nil }
  }

  deinit {
    endOfRead()
    switch source {
    case .version(let core, let version): if !isDismissed { core.unpin(version) }
    case .standalone(let buffer): buffer.deallocate()
    }
  }
}
