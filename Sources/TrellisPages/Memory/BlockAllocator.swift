#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Memory for pages and boxes: size classes of 8 bytes carved from slabs, one free list a class; bigger blocks
/// come from malloc. With the `PoisonedPages` trait every block is its own malloc and is overwritten
/// before it is freed, so that the address sanitizer (or a wild value) shows each use after free.
///
/// Not thread-safe: only the writer allocates and frees.
struct BlockAllocator {
  /// Bytes handed out and not yet given back, in whole size classes.
  private(set) var used = 0
  /// Bytes taken from the system.
  private(set) var reserved = 0

  private static let granule = 8
  private static let largestSlabBlock = 2048
  private static let smallSlabBytes = 1 << 20
  /// Bigger slabs, once so much is taken: they start where the system can map huge pages. Places in a big tree are visited
  /// in no order, and finding a page's address then costs as much as reading it.
  private static let bigSlabBytes = 4 << 20
  private static let bigSlabsFrom = 8 << 20
  private static let hugePageBytes = 2 << 20
  #if PoisonedPages
    private static let isolated = true
  #else
    private static let isolated = false
  #endif

  private struct Link { var next: UnsafeMutablePointer<Link>? }
  /// Sits before each malloc'd block, so that closing the arena finds them all.
  private struct BigLink {
    var previous: UnsafeMutablePointer<BigLink>?
    var next: UnsafeMutablePointer<BigLink>?
  }

  private let freeLists: UnsafeMutablePointer<UnsafeMutablePointer<Link>?>
  private var slabs: [UnsafeMutableRawPointer] = []
  private var slabCursor: UnsafeMutableRawPointer? = nil
  private var slabRoom = 0
  private var bigBlocks: UnsafeMutablePointer<BigLink>? = nil

  init() {
    let classes = Self.largestSlabBlock / Self.granule + 1
    freeLists = .allocate(capacity: classes)
    freeLists.initialize(repeating: nil, count: classes)
  }

  @inline(__always)
  static func rounded(_ bytes: Int) -> Int { (bytes + 7) & ~7 }

  @inline(__always)
  mutating func allocate(_ bytes: Int) -> UnsafeMutableRawPointer {
    let size = Self.rounded(bytes)
    used += size
    if !Self.isolated, size <= Self.largestSlabBlock, let block = freeLists[size / Self.granule] {
      freeLists[size / Self.granule] = block.pointee.next
      return UnsafeMutableRawPointer(block)
    }
    return allocateFresh(size)
  }

  @inline(never)
  private mutating func allocateFresh(_ size: Int) -> UnsafeMutableRawPointer {
    if Self.isolated || size > Self.largestSlabBlock { return allocateBig(size) }
    if slabRoom < size {
      // The unused end of the old slab is lost: at most one block of 2 KB in 1 MB.
      (slabCursor, slabRoom) = newSlab()
    }
    let block = slabCursor.unsafelyUnwrapped
    slabCursor = block + size
    slabRoom -= size
    return block
  }

  private mutating func newSlab() -> (UnsafeMutableRawPointer, Int) {
    let isBig = reserved >= Self.bigSlabsFrom
    let bytes = isBig ? Self.bigSlabBytes : Self.smallSlabBytes
    let slab = UnsafeMutableRawPointer.addressable(byteCount: bytes, alignment: isBig ? Self.hugePageBytes : 4096)
    #if os(Linux)
      // Advice: without huge pages all is as before.
      if isBig { _ = madvise(slab, bytes, MADV_HUGEPAGE) }
    #endif
    slabs.append(slab)
    reserved += bytes
    return (slab, bytes)
  }

  @inline(__always)
  mutating func release(_ block: UnsafeMutableRawPointer, _ bytes: Int) {
    let size = Self.rounded(bytes)
    used -= size
    if Self.isolated || size > Self.largestSlabBlock { return releaseBig(block, size) }
    let link = block.assumingMemoryBound(to: Link.self)
    link.pointee.next = freeLists[size / Self.granule]
    freeLists[size / Self.granule] = link
  }

  private mutating func allocateBig(_ size: Int) -> UnsafeMutableRawPointer {
    let header = MemoryLayout<BigLink>.size
    let raw = UnsafeMutableRawPointer.addressable(byteCount: header + size, alignment: 16)
    let link = raw.bindMemory(to: BigLink.self, capacity: 1)
    link.initialize(to: BigLink(previous: nil, next: bigBlocks))
    bigBlocks?.pointee.previous = link
    bigBlocks = link
    reserved += header + size
    return raw + header
  }

  private mutating func releaseBig(_ block: UnsafeMutableRawPointer, _ size: Int) {
    let header = MemoryLayout<BigLink>.size
    let link = (block - header).assumingMemoryBound(to: BigLink.self)
    if let previous = link.pointee.previous { previous.pointee.next = link.pointee.next } else { bigBlocks = link.pointee.next }
    link.pointee.next?.pointee.previous = link.pointee.previous
    reserved -= header + size
    if Self.isolated { memset(block, 0xDB, size) }
    UnsafeMutableRawPointer(link).deallocate()
  }

  /// Gives everything back at once; no block may be in use.
  mutating func close() {
    while let link = bigBlocks {
      bigBlocks = link.pointee.next
      UnsafeMutableRawPointer(link).deallocate()
    }
    for slab in slabs { slab.deallocate() }
    slabs = []
    freeLists.deallocate()
  }
}

extension UnsafeMutableRawPointer {
  /// Memory whose address fits into the 48 bits that words have for it. All systems we know give such to processes that
  /// do not ask for pointers with tags in their upper bits.
  static func addressable(byteCount: Int, alignment: Int) -> UnsafeMutableRawPointer {
    let memory = allocate(byteCount: byteCount, alignment: alignment)
    precondition(UInt64(UInt(bitPattern: memory)) >> 48 == 0, "an address of more than 48 bits; switch memory tagging off for this process")
    return memory
  }
}
