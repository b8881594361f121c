package import TrellisTree

/// Visits what differs between two snapshots, in key order. Pages that both share are not looked into.
package func diff(_ old: TreeSnapshot, _ new: TreeSnapshot, _ visit: (TreeChange) -> Void) {
  diffUntil(old, new) { change in
    visit(change)
    return false
  }
}

/// Visits the children that differ between two versions of a node, in key order, with what stood and stands there. A change
/// below a child is one of the child; a child that was written anew with what it was is visited, too.
package func diffChildren(
  _ old: TreeSnapshot, _ new: TreeSnapshot, _ visit: (_ key: TreeKey, _ old: TreeSnapshot, _ new: TreeSnapshot) -> Void
) {
  old.withWord { oldWord in
    new.withWord { newWord in
      withoutActuallyEscaping(visit) { visit in
        var differ = TreeDiffer(old: old, new: new, isShallow: true) { change in
          if change.kind == .value, let key = change.path.first { visit(key, change.old, change.new) }
          return false
        }
        differ.children(oldWord, newWord)
      }
    }
  }
}

/// The same as `diff`, until `visit` says that it has seen enough.
func diffUntil(_ old: TreeSnapshot, _ new: TreeSnapshot, _ visit: (TreeChange) -> Bool) {
  old.withWord { oldWord in
    new.withWord { newWord in
      withoutActuallyEscaping(visit) { visit in
        var differ = TreeDiffer(old: old, new: new, visit: visit)
        differ.nodes(oldWord, newWord)
      }
    }
  }
}

private struct TreeDiffer {
  let old: TreeSnapshot
  let new: TreeSnapshot
  /// Whether children are reported as wholes.
  let isShallow: Bool
  let visit: (TreeChange) -> Bool
  var path: [TreeKey] = []
  var isDone = false

  init(old: TreeSnapshot, new: TreeSnapshot, isShallow: Bool = false, visit: @escaping (TreeChange) -> Bool) {
    self.old = old
    self.new = new
    self.isShallow = isShallow
    self.visit = visit
  }

  private mutating func report(_ kind: TreeChange.Kind, _ a: Word, _ b: Word) {
    if !isDone { isDone = visit(TreeChange(kind: kind, path: path, old: old.sibling(a), new: new.sibling(b))) }
  }

  // MARK: Nodes

  mutating func nodes(_ a: Word, _ b: Word) {
    if a == b || isDone { return }
    switch (a.childCount > 0, b.childCount > 0) {
    case (true, true): maps(Page(a), Page(b))
    case (false, false): leaves(a, b)
    default: report(.value, a, b)
    }
  }

  /// The children of two nodes, of which either may have none.
  mutating func children(_ a: Word, _ b: Word) {
    if a == b { return }
    let (hasA, hasB) = (a.childCount > 0, b.childCount > 0)
    if hasA, hasB { return maps(Page(a), Page(b)) }
    if hasA { a.forEachChild { key, child in entry(key, child, .missing, a, b) } }
    if hasB { b.forEachChild { key, child in entry(key, .missing, child, a, b) } }
  }

  private mutating func leaves(_ a: Word, _ b: Word) {
    if !a.leaf.sameScalar(b.leaf) { report(.value, a, b) }
    // A priority that comes and goes with its node is no difference of its own.
    if a != .missing, b != .missing, !a.entry(.priority).sameScalar(b.entry(.priority)) { report(.priority, a, b) }
  }

  private mutating func entry(_ key: KeyWords, _ a: Word, _ b: Word, _ nodeA: Word, _ nodeB: Word) {
    if key.isHidden {
      if !a.sameScalar(b) { report(.priority, nodeA, nodeB) }
      return
    }
    path.append(TreeKey(copying: key))
    if isShallow { report(.value, a, b) } else { nodes(a, b) }
    path.removeLast()
  }

  // MARK: Maps

  private mutating func maps(_ a: Page, _ b: Page) {
    if pages(a, b, Word(a), Word(b)) { return }
    lists([a], [b], Word(a), Word(b))
  }

  /// Two pages that cover the same range of keys. False when their shapes differ and nothing was reported.
  private mutating func pages(_ a: Page, _ b: Page, _ nodeA: Word, _ nodeB: Word) -> Bool {
    if a == b { return true }
    guard a.level == b.level else { return false }
    if a.isLeaf {
      merge([a], [b], nodeA, nodeB)
      return true
    }
    guard a.n == b.n, (1..<a.n).allSatisfy({ a.key($0).compare(b.key($0)) == 0 }) else { return false }
    for i in 0..<a.n where a.values[i] != b.values[i] && !isDone {
      if !pages(a.child(i), b.child(i), nodeA, nodeB) { lists([a.child(i)], [b.child(i)], nodeA, nodeB) }
    }
    return true
  }

  /// Two rows of pages that cover the same range of keys. A page in both rows holds the same entries for both, so it
  /// can be taken out of both whatever lies around it.
  private mutating func lists(_ a: [Page], _ b: [Page], _ nodeA: Word, _ nodeB: Word) {
    var (a, b) = (a, b)
    while true {
      let (levelA, levelB) = (a.first?.level ?? 0, b.first?.level ?? 0)
      if levelA == levelB {
        let common = Set(a.map(\.base)).intersection(b.map(\.base))
        if !common.isEmpty {
          a.removeAll { common.contains($0.base) }
          b.removeAll { common.contains($0.base) }
        }
        if levelA == 0 { break }
      }
      if levelA >= levelB { a = a.flatMap(\.children) }
      if levelB >= levelA { b = b.flatMap(\.children) }
    }
    merge(a, b, nodeA, nodeB)
  }

  /// Two rows of leaf pages.
  private mutating func merge(_ a: [Page], _ b: [Page], _ nodeA: Word, _ nodeB: Word) {
    var (i, j) = (Entries(a), Entries(b))
    while !isDone, !i.isDone || !j.isDone {
      let order = i.isDone ? 1 : (j.isDone ? -1 : i.key.compare(j.key))
      if order == 0 {
        if i.value != j.value { entry(i.key, i.value, j.value, nodeA, nodeB) }
        i.advance()
        j.advance()
      } else if order < 0 {
        entry(i.key, i.value, .missing, nodeA, nodeB)
        i.advance()
      } else {
        entry(j.key, .missing, j.value, nodeA, nodeB)
        j.advance()
      }
    }
  }

  private struct Entries {
    private let pages: [Page]
    private var page = 0
    private var index = 0

    init(_ pages: [Page]) {
      self.pages = pages
      skipEmpty()
    }

    var isDone: Bool { page == pages.count }
    var key: KeyWords { pages[page].key(index) }
    var value: Word { pages[page].values[index] }

    mutating func advance() {
      index += 1
      skipEmpty()
    }

    private mutating func skipEmpty() {
      while page < pages.count && index == pages[page].n { (page, index) = (page + 1, 0) }
    }
  }
}

extension Page {
  fileprivate var children: [Page] { (0..<n).map { child($0) } }
}
