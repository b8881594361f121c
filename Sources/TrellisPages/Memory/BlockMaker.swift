import TrellisTree

/// What new blocks come from: the writer's arena, or memory of its own for a standalone snapshot.
protocol BlockMaker {
  /// A page without entries.
  func newPage(capacity: Int, keyWords: Int, level: Int) -> Page
  func newBox(_ bytes: UnsafeRawBufferPointer) -> Box

  /// Gives back a value that this maker has just made, with everything below it. Nothing else points there.
  func dispose(subtree word: Word)
  /// Gives back a block that this maker has just made; what it points to lives on.
  func dispose(block word: Word)
}

extension BlockMaker {
  func newWord(_ scalar: Tree.Scalar) -> Word {
    switch scalar {
    case .bool(let flag): return Word(flag)
    case .double(let double): return Word(double)
    case .int(let integer): return newWord(integer)
    case .string(var text): return text.withUTF8 { newWord($0) }
    }
  }

  @inline(__always)
  func newWord(_ integer: Int64) -> Word {
    if let word = Word(short: integer) { return word }
    return withUnsafeBytes(of: integer) { Word(newBox($0).base, .integer) }
  }

  @inline(__always)
  func newWord(_ utf8: UnsafeBufferPointer<UInt8>) -> Word {
    if let word = Word(short: utf8) { return word }
    return Word(newBox(UnsafeRawBufferPointer(utf8)).base, .string)
  }

  /// A leaf of a value's word, which is this maker's. With a priority it is a page of two hidden entries.
  @inline(__always)
  func newLeaf(_ value: Word, priority: Tree.Scalar?) -> Word {
    guard let priority else { return value }
    return newLeaf(value, priority: newWord(priority))
  }

  func newLeaf(_ value: Word, priority: Word) -> Word {
    let page = newPage(capacity: 2, keyWords: 1, level: 0)
    page.insert(0, .priority, priority)
    page.insert(1, .value, value)
    return Word(page)
  }

  /// The key with its box, if it has one, copied to this maker's memory.
  @inline(__always)
  func owned(_ key: KeyWords) -> KeyWords { key.isLong ? key.withBox(newBox(key.box.bytes)) : key }

  @inline(__always)
  func owned(_ key: TreeKey) -> KeyWords {
    guard let tail = key.tail else { return KeyWords(key.word0, key.word1, key.word2) }
    return KeyWords(key.word0, key.word1).withBox(tail.withUnsafeBytes { newBox($0) })
  }

  @inline(__always)
  func dispose(boxOf key: KeyWords) {
    if key.isLong { dispose(block: Word(key.box.base, .key)) }
  }

  /// A copy of a value and everything below it; pages fit their entries exactly.
  func deepCopy(_ word: Word) -> Word {
    guard word.isPointer else { return word }
    guard word.isPage else { return Word(newBox(Box(word.address).bytes).base, word.kind) }
    let page = Page(word)
    let copy = newPage(capacity: page.n, keyWords: page.widestKey, level: page.level)
    copy.count = page.count
    copy.append(page, 0, page.n)
    for i in 0..<copy.n {
      copy.values[i] = deepCopy(copy.values[i])
      if copy.keyWords == 3 { copy.setKey(i, owned(copy.key(i))) }
    }
    return Word(copy)
  }
}

extension Page {
  /// Starts the life of a page in fresh memory.
  @inline(__always)
  init(in memory: UnsafeMutableRawPointer, birth: UInt64, capacity: Int, keyWords: Int, level: Int) {
    self.init(base: memory)
    header.initialize(
      to: Header(
        birth: birth, count: 0, n: 0, capacity: UInt8(truncatingIfNeeded: capacity), keyWords: UInt8(truncatingIfNeeded: keyWords),
        level: UInt8(truncatingIfNeeded: level)))
  }

  /// Words its keys need, which may be fewer than it has.
  var widestKey: Int {
    if keyWords == 1 { return 1 }
    return (0..<n).reduce(1) { max($0, key($1).width) }
  }
}
