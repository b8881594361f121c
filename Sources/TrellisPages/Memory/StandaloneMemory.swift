/// One buffer that blocks are laid into one behind the other; whoever made it has counted before that it is enough.
struct CompactMemory: BlockMaker {
  private let next: UnsafeMutablePointer<UnsafeMutableRawPointer>

  init(_ next: UnsafeMutablePointer<UnsafeMutableRawPointer>) { self.next = next }

  @inline(__always)
  private func take(_ bytes: Int) -> UnsafeMutableRawPointer {
    let block = next.pointee
    next.pointee = block + BlockAllocator.rounded(bytes)
    return block
  }

  func newPage(capacity: Int, keyWords: Int, level: Int) -> Page {
    Page(
      in: take(Page.size(capacity: capacity, keyWords: keyWords, level: level)), birth: 0, capacity: capacity, keyWords: keyWords,
      level: level)
  }

  func newBox(_ bytes: UnsafeRawBufferPointer) -> Box {
    let base = take(Box.headerBytes + bytes.count)
    Box.initialize(base, birth: 0, bytes: bytes)
    return Box(base)
  }

  func dispose(subtree word: Word) {}
  func dispose(block word: Word) {}
}

/// Memory to build in when nobody knows the size beforehand; all of it goes at once.
final class ScratchMemory: BlockMaker {
  private var chunks: [UnsafeMutableRawPointer] = []
  private var cursor: UnsafeMutableRawPointer?
  private var room = 0
  private var chunkBytes = 2048

  private func take(_ bytes: Int) -> UnsafeMutableRawPointer {
    let size = BlockAllocator.rounded(bytes)
    if room < size || cursor == nil {
      chunkBytes = min(chunkBytes * 2, 1 << 20)
      room = max(size, chunkBytes)
      let chunk = UnsafeMutableRawPointer.addressable(byteCount: room, alignment: 8)
      chunks.append(chunk)
      cursor = chunk
    }
    let block = cursor.unsafelyUnwrapped
    cursor = block + size
    room -= size
    return block
  }

  func newPage(capacity: Int, keyWords: Int, level: Int) -> Page {
    Page(
      in: take(Page.size(capacity: capacity, keyWords: keyWords, level: level)), birth: 0, capacity: capacity, keyWords: keyWords,
      level: level)
  }

  func newBox(_ bytes: UnsafeRawBufferPointer) -> Box {
    let base = take(Box.headerBytes + bytes.count)
    Box.initialize(base, birth: 0, bytes: bytes)
    return Box(base)
  }

  func dispose(subtree word: Word) {}
  func dispose(block word: Word) {}

  deinit { for chunk in chunks { chunk.deallocate() } }
}
