/// One file: what readers see, what a power cut would leave for certain, and the changes in between.
///
/// A class, because a file that was deleted while open goes on living for the handles that have it open.
/// Guarded by the lock of its disk.
final class DiskFile {
  private(set) var live: [UInt8]
  private(set) var durable: [UInt8]
  private var pending: [PendingChange] = []
  var locks = FileLocks()
  var sharedMemory: SharedMemory?

  init(durable bytes: [UInt8] = []) {
    live = bytes
    durable = bytes
  }

  /// Fills the buffer, with zeros behind the end of the file; false when the end came too early.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool {
    let start = min(offset, live.count)
    let available = min(buffer.count, live.count - start)
    live.withUnsafeBytes { source in
      let wanted = UnsafeRawBufferPointer(rebasing: source[start..<(start + available)])
      UnsafeMutableRawBufferPointer(rebasing: buffer[0..<available]).copyMemory(from: wanted)
    }
    guard available < buffer.count else { return true }
    UnsafeMutableRawBufferPointer(rebasing: buffer[available...]).initializeMemory(as: UInt8.self, repeating: 0)
    return false
  }

  func apply(_ change: PendingChange) {
    change.apply(to: &live)
    pending.append(change)
  }

  /// Brings the waiting changes to the durable bytes one by one: copying the whole file at each sync would be slow.
  func sync() {
    for change in pending { change.apply(to: &durable) }
    pending = []
  }

  /// The waiting changes are never going to be durable, though readers still see them.
  func forget() { pending = [] }

  /// Replaces everything, durably.
  func replace(with bytes: [UInt8]) {
    live = bytes
    durable = bytes
    pending = []
  }

  /// One content the file may have after a power cut now.
  func contentAfterPowerCut(_ mode: RestartMode, using random: inout SplitMix64) -> [UInt8] {
    var content = durable
    let kept =
      switch mode {
      case .lostAll: [PendingChange]()
      case .keptAll: pending
      case .random: survivors(using: &random)
      }
    for change in kept { change.apply(to: &content) }
    return content
  }

  private func survivors(using random: inout SplitMix64) -> [PendingChange] {
    // The share that survives differs from file to file: with a fair coin for each of many writes,
    // "almost all" and "almost none" would hardly ever come up.
    let share = Int.random(in: 0...4, using: &random)
    var kept: [PendingChange] = []
    for change in pending where Int.random(in: 0..<4, using: &random) < share {
      let isTorn = Int.random(in: 0..<4, using: &random) == 0
      kept += isTorn ? change.torn(using: &random) : [change]
    }
    if Bool.random(using: &random) { kept.shuffle(using: &random) }
    return kept
  }
}
