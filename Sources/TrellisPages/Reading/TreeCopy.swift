public import TrellisTree

/// A copy that pins nothing: everything below the snapshot in one block of memory of its own. Nil when that would
/// take more than `limit` bytes; finding that out costs no more than `limit` bytes of reading.
package func copy(of snapshot: TreeSnapshot, upTo limit: Int) -> TreeSnapshot? {
  snapshot.withWord { word in
    word.compactSize(limit).map { TreeSnapshot(compact: word, bytes: $0) }
  }
}

extension TreeSnapshot {
  /// A snapshot of a value, in memory of its own: drafts and fixtures need no database. Server values, which nobody
  /// knows yet, are left out.
  public init(_ tree: Tree) {
    let scratch = ScratchMemory()
    self.init(scratch, scratch.build(tree, placeholders: .drop))
  }

  /// A compact copy of what has been made in scratch memory, which ends here.
  init(_ scratch: consuming ScratchMemory, _ word: Word) {
    self = withExtendedLifetime(scratch) { TreeSnapshot(compact: word, bytes: word.compactSize(.max) ?? 0) }
  }

  /// A copy of a word and all below it. `bytes` is its compact size.
  init(compact word: Word, bytes: Int) {
    guard bytes > 0 else {
      self.init(nil, word)
      return
    }
    let buffer = UnsafeMutableRawPointer.addressable(byteCount: bytes, alignment: 8)
    var next = buffer
    let root = withUnsafeMutablePointer(to: &next) { CompactMemory($0).deepCopy(word) }
    self.init(Pin(standalone: buffer, root: root), root)
  }
}

extension Word {
  /// Bytes of a compact copy, or nil when that is more than `limit`.
  func compactSize(_ limit: Int) -> Int? {
    guard isPointer else { return 0 }
    var size = isPage ? Page(self).compactSize : BlockAllocator.rounded(Box(address).size)
    guard size <= limit else { return nil }
    guard isPage else { return size }
    let page = Page(self)
    for i in 0..<page.n {
      guard let below = page.values[i].compactSize(limit - size) else { return nil }
      size += below
      let key = page.key(i)
      if key.isLong { size += BlockAllocator.rounded(key.box.size) }
      if size > limit { return nil }
    }
    return size
  }
}

extension Page {
  fileprivate var compactSize: Int { Page.size(capacity: n, keyWords: widestKey, level: level) }
}
