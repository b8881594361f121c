import TrellisTree

/// The keys of a path as pages hold them. Never outlives the call that it is lent to.
struct EncodedPath {
  private let keys: UnsafeBufferPointer<KeyWords>

  @inline(__always) init(_ keys: UnsafeBufferPointer<KeyWords>) { self.keys = keys }
  @inline(__always) var count: Int { keys.count }
  @inline(__always) var isEmpty: Bool { keys.isEmpty }
  @inline(__always) subscript(_ i: Int) -> KeyWords { keys[i] }
  @inline(__always) func from(_ i: Int) -> EncodedPath { EncodedPath(UnsafeBufferPointer(rebasing: keys[i...])) }
}

extension [TreeKey] {
  /// The encoded keys of a path that is to be written, good while `body` runs.
  @inline(__always)
  func withPath<R>(_ body: (EncodedPath) throws -> R) rethrows -> R {
    try withUnsafeTemporaryAllocation(of: KeyWords.self, capacity: count) { words in
      var boxBytes = 0
      for i in indices {
        let key = self[i]
        precondition(key.word0 >= 1 << 56 && key.word0 != .max, "the ends of the key space are no keys")
        words.initializeElement(at: i, to: KeyWords(key.word0, key.word1, key.word2))
        boxBytes += key.boxBytes
      }
      if boxBytes == 0 { return try body(EncodedPath(UnsafeBufferPointer(words))) }
      return try withBoxes(words, boxBytes, body)
    }
  }

  /// Some keys are long: their rests lie in boxes on the stack meanwhile.
  @inline(never)
  private func withBoxes<R>(
    _ words: UnsafeMutableBufferPointer<KeyWords>, _ boxBytes: Int, _ body: (EncodedPath) throws -> R
  ) rethrows -> R {
    try withUnsafeTemporaryAllocation(byteCount: boxBytes, alignment: 8) { memory in
      var next = memory.baseAddress.unsafelyUnwrapped
      for i in indices {
        guard let tail = self[i].tail else { continue }
        tail.withUnsafeBytes { Box.initialize(next, birth: 0, bytes: $0) }
        words[i] = words[i].withBox(Box(next))
        next += self[i].boxBytes
      }
      return try body(EncodedPath(UnsafeBufferPointer(words)))
    }
  }
}
