// What must hold between edits; slow, for tests.
extension Arena {
  /// Descriptions of broken invariants. Reclaims everything first: afterwards the bytes in use must be exactly the
  /// bytes that held versions reach.
  package func brokenInvariants() -> [String] {
    reclaim()
    return core.withWriter { writer in
      var checker = InvariantChecker(writer: writer)
      checker.run()
      return checker.problems
    }
  }
}

private struct InvariantChecker {
  let writer: Writer
  var problems: [String] = []
  /// Every block reached from any held version, with its size.
  var blocks: [UInt64: Int] = [:]

  init(writer: Writer) { self.writer = writer }

  mutating func run() {
    let versions = writer.state.pointee.versions
    var reached: [VersionList.Index: Set<UInt64>] = [:]
    var i = versions.oldest
    while i != VersionList.none {
      var seen: Set<UInt64> = []
      walkNode(versions[i].pointee.root, parentBirth: versions[i].pointee.epoch, &seen)
      reached[i] = seen
      i = versions[i].pointee.newer
    }
    i = versions.oldest
    while i != VersionList.none {
      checkRetired(versions[i].pointee, reached[i]!, newest: reached[versions.newest]!)
      i = versions[i].pointee.newer
    }
    let bytes = blocks.values.reduce(0, +)
    let used = writer.state.pointee.allocator.used
    if bytes != used { problems.append("held versions reach \(bytes) bytes, \(used) are in use") }
  }

  private mutating func expect(_ holds: Bool, _ problem: @autoclosure () -> String) {
    if !holds && problems.count < 20 { problems.append(problem()) }
  }

  private mutating func checkRetired(_ version: VersionList.Node, _ seen: Set<UInt64>, newest: Set<UInt64>) {
    var heaps = [version.retired]
    while let heap = heaps.popLast() {
      guard heap != RetiredHeaps.empty else { continue }
      let record = writer.state.pointee.retired[heap]
      expect(record.birth <= version.epoch, "a retired block waits for a version that is older than it")
      expect(seen.contains(record.content.word.bits), "a retired block is not reached by the version it waits for")
      expect(!newest.contains(record.content.word.bits), "a retired block is still in use")
      for below in [record.left, record.right] where below != RetiredHeaps.empty {
        expect(writer.state.pointee.retired[below].birth <= record.birth, "heap order")
        heaps.append(below)
      }
    }
  }

  private mutating func walkBlock(_ word: Word, parentBirth: UInt64, _ seen: inout Set<UInt64>) {
    expect(word.birth <= parentBirth, "a block is younger than what points to it")
    expect(seen.insert(word.bits).inserted, "a block has two owners in one version")
    blocks[word.bits] = BlockAllocator.rounded(writer.size(word))
  }

  private mutating func walkNode(_ word: Word, parentBirth: UInt64, _ seen: inout Set<UInt64>) {
    guard word.isPointer else { return }
    guard word.isPage else { return walkBlock(word, parentBirth: parentBirth, &seen) }
    let root = Page(word)
    expect(root.count > 0 || root.isLeafWithPriority, "an empty branch")
    walkPage(root, parentBirth: parentBirth, low: .lowest, high: nil, isRoot: true, isRightEdge: true, &seen)
  }

  private mutating func walkPage(
    _ page: Page, parentBirth: UInt64, low: KeyWords, high: KeyWords?, isRoot: Bool, isRightEdge: Bool, _ seen: inout Set<UInt64>
  ) {
    walkBlock(Word(page), parentBirth: parentBirth, &seen)
    expect(page.n <= page.capacity && page.capacity <= Page.fanOut, "page overfull")
    expect(page.n >= (isRoot ? (page.isLeaf ? 1 : 2) : (isRightEdge ? 1 : Page.leastFill)), "page underfull: \(page.n)")
    var count = 0
    for i in 0..<page.n {
      let key = page.key(i)
      if key.isLong { walkBlock(Word(key.box.base, .key), parentBirth: page.birth, &seen) }
      if page.isLeaf {
        expect(key.compare(low) >= 0 && (high.map { key.compare($0) < 0 } ?? true), "key outside its page's range")
        if i > 0 { expect(page.key(i - 1).compare(key) < 0, "keys out of order") }
        if !key.isHidden { count += 1 }
        expect(page.values[i] != .missing, "an entry without a value")
        walkNode(page.values[i], parentBirth: page.birth, &seen)
      } else {
        if i == 0 { expect(key == .lowest, "first separator") }
        let from = i == 0 ? low : key
        let to = i + 1 < page.n ? page.key(i + 1) : high
        if let to { expect(from.compare(to) < 0, "separators out of order") }
        expect(page.child(i).level == page.level - 1, "level")
        walkPage(
          page.child(i), parentBirth: page.birth, low: from, high: to, isRoot: false,
          isRightEdge: isRightEdge && i == page.n - 1, &seen)
        expect(Int(page.counts[i]) == page.child(i).count, "count of a child")
        count += page.child(i).count
      }
    }
    expect(count == page.count, "count \(page.count) of \(count)")
  }
}

extension Page {
  /// A leaf with a priority: exactly the two hidden entries.
  fileprivate var isLeafWithPriority: Bool { isLeaf && n == 2 && key(0) == .priority && key(1) == .value }
}
