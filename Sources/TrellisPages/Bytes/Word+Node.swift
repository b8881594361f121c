import TrellisTree

/// A node is a word: missing, a scalar, or the root page of its map. Nothing here changes anything.
extension Word {
  @inline(__always) func entry(_ key: KeyWords) -> Word {
    guard isPage else { return .missing }
    var page = Page(self)
    while !page.isLeaf { page = page.child(page.childIndex(key)) }
    guard let i = page.index(of: key) else { return .missing }
    return page.values[i]
  }

  @inline(__always) func entry(_ path: EncodedPath) -> Word {
    var node = self
    for i in 0..<path.count { node = node.entry(path[i]) }
    return node
  }

  @inline(__always) func entry(_ path: [TreeKey]) -> Word {
    path.withUnsafeBufferPointer { keys in
      var node = self
      for i in keys.indices { node = keys[i].withWords { node.entry($0) } }
      return node
    }
  }

  @inline(__always) var childCount: Int { isPage ? Page(self).count : 0 }

  /// The word of a leaf's value, also when it carries a priority; missing for branches.
  @inline(__always) var leaf: Word { isPage ? leafInPage : self }

  private var leafInPage: Word { Page(self).count == 0 ? entry(.value) : .missing }

  var nodePriority: Tree.Scalar? { isPage ? entry(.priority).scalar : nil }

  /// The leaf page and index of the visible child with this number.
  func locate(at position: Int) -> (page: Page, index: Int) {
    var page = Page(self)
    var rest = position
    while !page.isLeaf {
      var i = 0
      while true {
        let count = Int(page.counts[i])
        if rest < count { break }
        rest -= count
        i += 1
      }
      page = page.child(i)
    }
    return (page, page.hidden + rest)
  }

  /// How many visible children sort before `key`.
  func rank(of key: KeyWords) -> Int {
    guard isPage else { return 0 }
    var page = Page(self)
    var before = 0
    while !page.isLeaf {
      let i = page.childIndex(key)
      for j in 0..<i { before += Int(page.counts[j]) }
      page = page.child(i)
    }
    return before + max(page.lowerBound(key) - page.hidden, 0)
  }

  /// Calls `body` with key and node of each child, in key order.
  func forEachChild<Failure: Error>(_ body: (KeyWords, Word) throws(Failure) -> Void) throws(Failure) {
    if isPage { try Page(self).forEachChild(body) }
  }
}

extension Page {
  fileprivate func forEachChild<Failure: Error>(_ body: (KeyWords, Word) throws(Failure) -> Void) throws(Failure) {
    for i in (isLeaf ? hidden : 0)..<n {
      if isLeaf { try body(key(i), values[i]) } else { try child(i).forEachChild(body) }
    }
  }
}
