import TrellisTree

extension TreeKey {
  /// The key as pages hold it, good while `body` runs.
  @inline(__always)
  func withWords<R>(_ body: (KeyWords) throws -> R) rethrows -> R {
    if let tail { return try withLongWords(tail, body) }
    return try body(KeyWords(word0, word1, word2))
  }

  /// A long key's rest lies in a box on the stack meanwhile.
  @inline(never)
  private func withLongWords<R>(_ tail: [UInt8], _ body: (KeyWords) throws -> R) rethrows -> R {
    try withUnsafeTemporaryAllocation(byteCount: Box.headerBytes + tail.count, alignment: 8) { memory in
      try body(KeyWords(word0, word1).withBox(Box.make(in: memory, tail)))
    }
  }

  /// A key read from a page, with its own copy of what the page's memory holds.
  @inline(__always)
  init(copying words: KeyWords) {
    if words.isLong {
      self.init(word0: words.w0, word1: words.w1, word2: TreeKey.longMark, tail: Array(words.box.bytes))
    } else {
      self.init(word0: words.w0, word1: words.w1, word2: words.w2)
    }
  }

  /// Bytes of the box this key needs in pages.
  @inline(__always) var boxBytes: Int { tail.map { BlockAllocator.rounded(Box.headerBytes + $0.count) } ?? 0 }
}

extension Box {
  fileprivate static func make(in memory: UnsafeMutableRawBufferPointer, _ bytes: [UInt8]) -> Box {
    let base = memory.baseAddress.unsafelyUnwrapped
    bytes.withUnsafeBytes { initialize(base, birth: 0, bytes: $0) }
    return Box(base)
  }
}
