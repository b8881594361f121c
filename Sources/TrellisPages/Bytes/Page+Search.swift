extension Page {
  /// Order of key i and `key`, their first words being equal.
  @inline(__always) private func compareTail(_ i: Int, _ key: KeyWords) -> Int {
    if keyWords == 1 { return KeyWords.compareTails(0, 0, key.w1, key.w2) }
    let tail = tails + i * (keyWords - 1)
    return KeyWords.compareTails(tail[0], keyWords == 3 ? tail[1] : 0, key.w1, key.w2)
  }

  @inline(__always) func isLess(_ i: Int, _ key: KeyWords) -> Bool {
    let first = firstWords[i]
    return first != key.w0 ? first < key.w0 : compareTail(i, key) < 0
  }

  @inline(__always) func isEqual(_ i: Int, _ key: KeyWords) -> Bool {
    firstWords[i] == key.w0 && compareTail(i, key) == 0
  }

  /// The first entry that does not sort before `key`: branch-free on the first words, ties settled by the tails.
  @inline(__always) func lowerBound(_ key: KeyWords) -> Int {
    let words = firstWords
    let n = self.n
    if n == 0 { return 0 }
    var at = 0
    var length = n
    while length > 1 {
      let half = length >> 1
      at &+= words[at &+ half &- 1] < key.w0 ? half : 0
      length &-= half
    }
    at &+= words[at] < key.w0 ? 1 : 0
    guard at < n, words[at] == key.w0, compareTail(at, key) < 0 else { return at }
    at &+= 1
    guard at < n, isLess(at, key) else { return at }
    // A run of equal first words: binary search on the rest.
    var low = at &+ 1
    var rest = n &- low
    while rest > 0 {
      let half = rest >> 1
      if isLess(low &+ half, key) {
        low &+= half &+ 1
        rest &-= half &+ 1
      } else {
        rest = half
      }
    }
    return low
  }

  /// The entry of a leaf page with this very key.
  @inline(__always) func index(of key: KeyWords) -> Int? {
    let i = lowerBound(key)
    return i < n && isEqual(i, key) ? i : nil
  }

  /// The child of an inner page that covers `key`.
  @inline(__always) func childIndex(_ key: KeyWords) -> Int {
    let i = lowerBound(key)
    return i < n && isEqual(i, key) ? i : max(i &- 1, 0)
  }
}
