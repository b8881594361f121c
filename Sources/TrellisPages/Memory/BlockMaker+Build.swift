import TrellisTree

/// What becomes of server values in a tree that pages are made of: pages hold values only.
enum Placeholders {
  /// Whoever writes has resolved them; one that is left is a mistake of ours.
  case trap
  /// They are left out: nobody knows them yet.
  case drop
}

// Pages bottom-up from sorted entries, without a search or a split.
extension BlockMaker {
  /// The node that a tree is; missing for null.
  func build(_ tree: Tree, placeholders: Placeholders) -> Word {
    let priority = scalar(tree.priorityLeaf, placeholders)
    if let leaf = tree.leaf {
      guard let scalar = scalar(leaf, placeholders) else { return .missing }
      return newLeaf(newWord(scalar), priority: priority)
    }
    let children = tree.children
    guard !children.isEmpty else { return .missing }
    return withEntries(room: children.count + 1) { entries in
      var n = 0
      if let priority {
        entries.set(n, .priority, newWord(priority))
        n += 1
      }
      let hidden = n
      for (key, child) in children {
        let word = build(child, placeholders: placeholders)
        guard word != .missing else { continue }
        entries.set(n, owned(key), word)
        n += 1
      }
      if n > hidden { return buildMap(entries, n, hidden: hidden) }
      // All children were placeholders that are left out.
      if hidden > 0 { dispose(subtree: entries.values[0]) }
      return .missing
    }
  }

  private func scalar(_ leaf: Tree.Leaf?, _ placeholders: Placeholders) -> Tree.Scalar? {
    guard let leaf else { return nil }
    if let scalar = leaf.scalar { return scalar }
    precondition(placeholders == .drop, "server values are resolved before a tree is written")
    return nil
  }

  /// The map of entries in key order, hidden ones first, whose keys and values are this maker's. There is at least one.
  func buildMap(_ entries: Entries, _ n: Int, hidden: Int) -> Word {
    if n <= Page.fanOut { return Word(leafPage(entries, 0, n, hidden: hidden)) }
    // The first page's place needs no separator. A level is at most half of the one below, so rows fit in each other.
    return withEntries(room: n / (Page.fanOut / 2) + 1) { row in
      var pages = 0
      var at = 0
      while at < n {
        let next = at + Self.chunk(n - at, isFirst: at == 0)
        let separator = at == 0 ? .lowest : KeyWords.separator(entries.keys[at - 1], entries.keys[at], spill: newBox)
        row.set(pages, separator, Word(leafPage(entries, at, next, hidden: at == 0 ? hidden : 0)))
        (at, pages) = (next, pages + 1)
      }
      var level = 1
      while pages > 1 {
        var parents = 0
        at = 0
        while at < pages {
          let next = at + Self.chunk(pages - at, isFirst: false)
          // The first child's separator moves up and stands before the whole page.
          row.set(parents, row.keys[at], Word(innerPage(row, at, next, level)))
          (at, parents) = (next, parents + 1)
        }
        (pages, level) = (parents, level + 1)
      }
      return row.values[0]
    }
  }

  /// Pages are full, but for the last two, which share what is left when it would be too little for one.
  private static func chunk(_ rest: Int, isFirst: Bool) -> Int {
    if rest <= Page.fanOut { return rest }
    if isFirst && planted(.buildUnderfull) { return Page.leastFill - 1 }
    return rest < Page.fanOut + Page.leastFill ? rest / 2 : Page.fanOut
  }

  @inline(__always)
  private func leafPage(_ entries: Entries, _ from: Int, _ to: Int, hidden: Int) -> Page {
    let page = newPage(capacity: to - from, keyWords: entries.widest(from, to), level: 0)
    page.fill(entries, from, to)
    page.count = to - from - hidden
    return page
  }

  private func innerPage(_ row: Entries, _ from: Int, _ to: Int, _ level: Int) -> Page {
    let page = newPage(capacity: to - from, keyWords: to - from > 1 ? row.widest(from + 1, to) : 1, level: level)
    // Set apart from the rest: it may be wider than the page.
    page.n = 1
    page.setKey(0, .lowest)
    page.values[0] = row.values[from]
    page.noteCount(0)
    if to - from > 1 { page.fill(row, from + 1, to) }
    page.count = page.sumOfCounts
    return page
  }
}

/// Room for entries on their way into pages: keys and values apart, as pages have them.
struct Entries {
  let keys: UnsafeMutablePointer<KeyWords>
  let values: UnsafeMutablePointer<Word>

  @inline(__always)
  func set(_ i: Int, _ key: KeyWords, _ value: Word) {
    (keys + i).initialize(to: key)
    (values + i).initialize(to: value)
  }

  @inline(__always)
  func widest(_ from: Int, _ to: Int) -> Int {
    var second: UInt64 = 0
    var third: UInt64 = 0
    for i in from..<to {
      second |= keys[i].w1
      third |= keys[i].w2
    }
    return third != 0 ? 3 : (second != 0 ? 2 : 1)
  }

  /// The entries from `i` on.
  @inline(__always) func from(_ i: Int) -> Entries { Entries(keys: keys + i, values: values + i) }
}

/// Lends room for entries; they are plain words and need no ending.
@inline(__always)
private func withEntries<R>(room: Int, _ body: (Entries) -> R) -> R {
  withUnsafeTemporaryAllocation(of: KeyWords.self, capacity: room) { keys in
    withUnsafeTemporaryAllocation(of: Word.self, capacity: room) { values in
      body(Entries(keys: keys.baseAddress.unsafelyUnwrapped, values: values.baseAddress.unsafelyUnwrapped))
    }
  }
}

extension Page {
  /// Adds entries behind one's own; there is room and the keys fit.
  @inline(__always)
  func fill(_ entries: Entries, _ from: Int, _ to: Int) {
    let n = self.n
    let more = to - from
    (values + n).update(from: entries.values + from, count: more)
    for i in 0..<more { setKey(n + i, entries.keys[from + i]) }
    if !isLeaf { for i in n..<(n + more) { noteCount(i) } }
    self.n = n + more
  }
}
