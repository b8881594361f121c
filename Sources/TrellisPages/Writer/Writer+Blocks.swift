// Making, copying and retiring blocks. The rule of the whole module is in `writable`.
extension Writer: BlockMaker {
  // MARK: Make

  @inline(__always)
  func newPage(capacity: Int, keyWords: Int, level: Int) -> Page {
    let memory = state.pointee.allocator.allocate(Page.size(capacity: capacity, keyWords: keyWords, level: level))
    return Page(in: memory, birth: epoch, capacity: capacity, keyWords: keyWords, level: level)
  }

  @inline(__always)
  func newBox(_ bytes: UnsafeRawBufferPointer) -> Box {
    let base = state.pointee.allocator.allocate(Box.headerBytes + bytes.count)
    Box.initialize(base, birth: epoch, bytes: bytes)
    return Box(base)
  }

  // MARK: Write

  /// The page in `slot`, made writable: **a page may be changed exactly when the edit in progress made it.** Any
  /// other page may be visible in the base version; it is copied, and the original retired.
  @inline(__always)
  func writable(_ slot: Slot) -> Page {
    let page = Page(slot.pointee)
    if page.birth == epoch || planted(.writeThrough) { return page }
    return copied(slot, page)
  }

  @inline(never)
  private func copied(_ slot: Slot, _ page: Page) -> Page {
    // A page mostly emptied by removals shrinks on the way.
    let capacity = page.n <= page.capacity / 4 ? max(4, page.capacity / 2) : page.capacity
    return replaced(slot, page, capacity: capacity, keyWords: page.keyWords)
  }

  /// A page of another shape with the same entries, in the same slot.
  @inline(__always)
  func replaced(_ slot: Slot, _ page: Page, capacity: Int, keyWords: Int) -> Page {
    let copy = newPage(capacity: capacity, keyWords: keyWords, level: page.level)
    copy.count = page.count
    copy.append(page, 0, page.n)
    retireBlock(slot.pointee)
    slot.pointee = Word(copy)
    return copy
  }

  // MARK: Retire

  @inline(__always)
  func size(_ word: Word) -> Int { word.kind == .page ? Page(word).size : Box(word.address).size }

  func dispose(subtree word: Word) { retireSubtree(word) }
  func dispose(block word: Word) { retireBlock(word) }

  @inline(__always)
  func free(_ word: Word) { state.pointee.allocator.release(word.address, size(word)) }

  /// The candidate no longer uses this block. What it points to lives on elsewhere or is retired apart.
  @inline(__always)
  func retireBlock(_ word: Word) {
    let birth = word.birth
    if birth == epoch || (planted(.stringBirth) && word.kind == .string) { return free(word) }
    state.pointee.retiredBytes += size(word)
    push(RetiredHeaps.Content(word, isSubtree: false), birth: birth)
  }

  /// The candidate no longer uses this value nor anything below it. Parts of this edit's making are freed at once;
  /// each older part waits as one record, however large: a page is never older than what hangs below it.
  func retireSubtree(_ word: Word) {
    guard word.isPointer else { return }
    guard word.isPage else { return retireBlock(word) }
    let page = Page(word)
    if page.birth == epoch {
      page.forEachBlock { retireSubtree($0) }
      return free(word)
    }
    state.pointee.retiredSubtrees += 1
    push(RetiredHeaps.Content(word, isSubtree: true), birth: page.birth)
  }

  @inline(__always)
  func retireBox(of key: KeyWords) {
    if key.isLong { retireBlock(Word(key.box.base, .key)) }
  }

  @inline(__always)
  private func push(_ content: RetiredHeaps.Content, birth: UInt64) {
    let base = state.pointee.versions[state.pointee.base]
    state.pointee.retired.push(content, birth: birth, onto: &base.pointee.retired)
  }
}

extension Page {
  /// Blocks this page points to: pages, boxes of values, boxes of keys.
  @inline(__always)
  func forEachBlock(_ body: (Word) -> Void) {
    for i in 0..<n {
      if values[i].isPointer { body(values[i]) }
      if keyWords == 3 {
        let key = key(i)
        if key.isLong { body(Word(key.box.base, .key)) }
      }
    }
  }

  /// Adds entries of another page behind one's own; there is room and the keys fit.
  @inline(__always)
  func append(_ other: Page, _ from: Int, _ to: Int) {
    let n = self.n
    let more = to - from
    (firstWords + n).update(from: other.firstWords + from, count: more)
    (values + n).update(from: other.values + from, count: more)
    if keyWords == other.keyWords {
      let width = keyWords - 1
      if width > 0 { (tails + n * width).update(from: other.tails + from * width, count: more * width) }
    } else {
      for i in 0..<more { setKey(n + i, other.key(from + i)) }
    }
    if !isLeaf { (counts + n).update(from: other.counts + from, count: more) }
    self.n = n + more
  }

  /// Makes room for an entry; its key and value (and count) are still to be written.
  @inline(__always)
  func openGap(_ i: Int) {
    let n = self.n
    let moved = n - i
    let width = keyWords - 1
    (firstWords + i + 1).update(from: firstWords + i, count: moved)
    (values + i + 1).update(from: values + i, count: moved)
    if width > 0 { (tails + (i + 1) * width).update(from: tails + i * width, count: moved * width) }
    if !isLeaf { (counts + i + 1).update(from: counts + i, count: moved) }
    self.n = n + 1
  }

  @inline(__always)
  func closeGap(_ i: Int) {
    let n = self.n
    let moved = n - i - 1
    let width = keyWords - 1
    (firstWords + i).update(from: firstWords + i + 1, count: moved)
    (values + i).update(from: values + i + 1, count: moved)
    if width > 0 { (tails + i * width).update(from: tails + (i + 1) * width, count: moved * width) }
    if !isLeaf { (counts + i).update(from: counts + i + 1, count: moved) }
    self.n = n - 1
  }
}
