/// A view of one page: up to 32 entries of a node's map, or of an inner level of it. No ownership, no counting.
///
/// Memory: header, `firstWords[cap]`, `values[cap]`, `tails[cap * (keyWords - 1)]`, on inner pages `counts[cap]`. An inner page
/// holds the words of its children as values and how many entries each has, so that the k-th is found without a look at all
/// children; `key(i)` for i > 0 separates child i-1 from child i, `key(0)` is unused (lowest).
struct Page: Equatable {
  static let fanOut = 32
  /// A page that is neither a root nor on the right edge of its level holds at least this many entries.
  static let leastFill = 8
  static let headerBytes = 16

  struct Header {
    /// The edit that made the page. Only that edit may change it.
    var birth: UInt64
    /// Entries below this page that are children of the node (hidden entries do not count).
    var count: UInt32
    var n: UInt8
    var capacity: UInt8
    var keyWords: UInt8
    var level: UInt8
  }

  let base: UnsafeMutableRawPointer

  @inline(__always) init(base: UnsafeMutableRawPointer) { self.base = base }
  @inline(__always) init(_ word: Word) { base = word.address }

  @inline(__always) var header: UnsafeMutablePointer<Header> { base.assumingMemoryBound(to: Header.self) }
  @inline(__always) var birth: UInt64 { header.pointee.birth }
  @inline(__always) var n: Int {
    get { Int(header.pointee.n) }
    nonmutating set { header.pointee.n = UInt8(truncatingIfNeeded: newValue) }
  }
  @inline(__always) var count: Int {
    get { Int(header.pointee.count) }
    nonmutating set { header.pointee.count = UInt32(truncatingIfNeeded: newValue) }
  }
  @inline(__always) var capacity: Int { Int(header.pointee.capacity) }
  @inline(__always) var keyWords: Int { Int(header.pointee.keyWords) }
  @inline(__always) var level: Int { Int(header.pointee.level) }
  @inline(__always) var isLeaf: Bool { header.pointee.level == 0 }
  /// Hidden entries of a leaf page; they come first.
  @inline(__always) var hidden: Int { n - count }

  @inline(__always) var firstWords: UnsafeMutablePointer<UInt64> { (base + Self.headerBytes).assumingMemoryBound(to: UInt64.self) }
  @inline(__always) var values: UnsafeMutablePointer<Word> {
    (base + Self.headerBytes + capacity * 8).assumingMemoryBound(to: Word.self)
  }
  @inline(__always) var tails: UnsafeMutablePointer<UInt64> { firstWords + 2 * capacity }
  @inline(__always) func child(_ i: Int) -> Page { Page(values[i]) }
  /// Of an inner page: `count` of each child.
  @inline(__always) var counts: UnsafeMutablePointer<UInt32> {
    UnsafeMutableRawPointer(tails + capacity * (keyWords - 1)).assumingMemoryBound(to: UInt32.self)
  }

  @inline(__always) var size: Int { Self.size(capacity: capacity, keyWords: keyWords, level: level) }
  @inline(__always) static func size(capacity: Int, keyWords: Int, level: Int) -> Int {
    headerBytes + capacity * (keyWords + 1) * 8 + (level == 0 ? 0 : (capacity * 4 + 7) & ~7)
  }

  @inline(__always) func key(_ i: Int) -> KeyWords {
    let first = firstWords[i]
    if keyWords == 1 { return KeyWords(first) }
    let tail = tails + i * (keyWords - 1)
    return keyWords == 2 ? KeyWords(first, tail[0]) : KeyWords(first, tail[0], tail[1])
  }

  @inline(__always) func setKey(_ i: Int, _ key: KeyWords) {
    firstWords[i] = key.w0
    if keyWords == 1 { return }
    let tail = tails + i * (keyWords - 1)
    tail[0] = key.w1
    if keyWords == 3 { tail[1] = key.w2 }
  }
}
