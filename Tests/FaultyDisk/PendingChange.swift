/// A change to a file that no sync has made durable yet.
enum PendingChange {
  case write(offset: Int, bytes: [UInt8])
  case truncate(size: Int)

  /// The unit a write is torn at.
  static let sectorSize = 512

  func apply(to content: inout [UInt8]) {
    switch self {
    case .write(let offset, let bytes):
      Self.resize(&content, to: max(content.count, offset + bytes.count))
      content.withUnsafeMutableBytes { target in
        bytes.withUnsafeBytes { source in
          UnsafeMutableRawBufferPointer(rebasing: target[offset..<(offset + bytes.count)]).copyMemory(from: source)
        }
      }
    case .truncate(let size):
      Self.resize(&content, to: size)
    }
  }

  /// What is left when the power went while the change was on its way: a prefix of its sectors, or any of them.
  func torn(using random: inout SplitMix64) -> [PendingChange] {
    let sectors = self.sectors
    // One sector is written whole or not at all, and a change of size has no halves.
    guard sectors.count > 1 else { return [self] }
    if Bool.random(using: &random) {
      return Array(sectors.prefix(Int.random(in: 0..<sectors.count, using: &random)))
    }
    var kept: [PendingChange] = []
    for sector in sectors where Bool.random(using: &random) { kept.append(sector) }
    return kept
  }

  /// The change cut at the sector boundaries of the file (not of the write: a disk knows only its own).
  private var sectors: [PendingChange] {
    guard case .write(let offset, let bytes) = self else { return [self] }
    var pieces: [PendingChange] = []
    var start = 0
    while start < bytes.count {
      let toBoundary = Self.sectorSize - (offset + start) % Self.sectorSize
      let end = min(bytes.count, start + toBoundary)
      pieces.append(.write(offset: offset + start, bytes: Array(bytes[start..<end])))
      start = end
    }
    return pieces
  }

  private static func resize(_ content: inout [UInt8], to size: Int) {
    if content.count > size {
      content.removeLast(content.count - size)
    } else if content.count < size {
      // A hole reads as zeros, as a file system gives it.
      content.append(contentsOf: [UInt8](repeating: 0, count: size - content.count))
    }
  }
}
