import TrellisTree

/// Walks the visible entries of one node's map. Its user keeps the pages alive and unchanged.
struct PageCursor {
  private let root: Word
  private let direction: TreeDirection
  private var leaf: Page
  private var index: Int
  /// The page above the leaf, so that the next leaf is near; nil when the leaf is the root.
  private var parent: Page?
  private var indexInParent = 0

  /// Nil for nodes without a map.
  init?(_ root: Word, _ bound: TreeBound, _ direction: TreeDirection) {
    guard root.isPage else { return nil }
    self.root = root
    self.direction = direction
    leaf = Page(root)
    index = 0
    let step = direction == .forward ? 1 : -1
    switch bound {
    case .unbounded:
      descend(from: leaf) { direction == .forward ? 0 : $0.n - 1 }
      index = direction == .forward ? leaf.hidden - 1 : leaf.n
    case .at(let key), .past(let key):
      key.withWords { key in
        descend(from: leaf) { $0.childIndex(key) }
        let i = leaf.lowerBound(key)
        let isThere = i < leaf.n && leaf.isEqual(i, key)
        // `index` is the entry before the first one to visit.
        if isThere, case .at = bound { index = i - step } else { index = direction == .forward ? (isThere ? i : i - 1) : i }
      }
    }
  }

  @inline(__always)
  private mutating func descend(from page: Page, _ choose: (Page) -> Int) {
    var page = page
    while !page.isLeaf {
      let i = choose(page)
      (parent, indexInParent) = (page, i)
      page = page.child(i)
    }
    leaf = page
  }

  var key: KeyWords { leaf.key(index) }
  var value: Word { leaf.values[index] }

  @inline(__always)
  mutating func next() -> Bool {
    if direction == .forward {
      index += 1
      return index < leaf.n || nextLeaf()
    }
    index -= 1
    return index >= leaf.hidden || previousLeaf()
  }

  @inline(never)
  private mutating func nextLeaf() -> Bool {
    guard let parent else { return false }
    if indexInParent + 1 < parent.n {
      indexInParent += 1
      leaf = parent.child(indexInParent)
    } else {
      guard let next = neighbour(1) else { return false }
      descend(from: next) { _ in 0 }
    }
    index = 0
    return leaf.n > 0 || nextLeaf()
  }

  @inline(never)
  private mutating func previousLeaf() -> Bool {
    guard let parent else { return false }
    if indexInParent > 0 {
      indexInParent -= 1
      leaf = parent.child(indexInParent)
    } else {
      guard let previous = neighbour(-1) else { return false }
      descend(from: previous) { $0.n - 1 }
    }
    index = leaf.n - 1
    return index >= leaf.hidden || previousLeaf()
  }

  /// The subtree beside the parent page: found from the root by the leaf's first key, once in a thousand entries.
  private func neighbour(_ step: Int) -> Page? {
    let key = leaf.key(0)
    var page = Page(root)
    var found: Page?
    while page.level > 1 {
      let i = page.childIndex(key)
      if i + step >= 0 && i + step < page.n { found = page.child(i + step) }
      page = page.child(i)
    }
    return found
  }
}
