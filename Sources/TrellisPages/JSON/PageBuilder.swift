import TrellisTree

/// Makes pages from JSON, bottom-up and without a tree in between, by the rules of data model §1.1 and, for what is
/// refused, §2.4. Data that is stored has no server values.
///
/// Every block it has made hangs from its stack or from an open frame until `finish` hands the root over, so that
/// `abandon` finds them all when the text turns out to be bad. One of the two ends the builder.
struct PageBuilder<Maker: BlockMaker> {
  private let maker: Maker
  private let options: JSONOptions
  private var scanner: JSONScanner
  private var stack = EntryStack()
  private var inner = Frame(.text, base: 0)
  /// What stands around `inner`, outermost first: the text itself to begin with.
  private var outer: [Frame] = []
  /// Keys seen in each open object, when a second one is an error.
  private var seen: [Set<TreeKey>] = []
  private(set) var extent = JSONExtent()
  private var result = Word.missing

  /// An open object or array, or the text itself.
  private struct Frame {
    enum Kind { case text, object, array }

    let kind: Kind
    /// Its first place on the stack, kept free for a priority. Children follow.
    let base: Int
    var isSorted = true
    /// Where the value that comes next goes.
    var member = Member.skipped
    var hasValue = false
    /// What `.value` and `.priority` hold.
    var value = Word.missing
    var priority = Word.missing

    init(_ kind: Kind, base: Int) {
      self.kind = kind
      self.base = base
    }
  }

  private enum Member { case child, value, priority, skipped }

  init(_ maker: Maker, _ options: JSONOptions) {
    self.maker = maker
    self.options = options
    scanner = JSONScanner(maximumDepth: options.maximumDepth)
    outer.reserveCapacity(32)
  }

  /// The node that was read.
  consuming func finish() -> Word {
    stack.close()
    return result
  }

  /// Gives back all that was made of a text that is refused.
  consuming func abandon() {
    defer { stack.close() }
    if planted(.leakOnRefusal) { return }
    for i in 0..<stack.count {
      maker.dispose(boxOf: stack.entries.keys[i])
      maker.dispose(subtree: stack.entries.values[i])
    }
    for frame in outer + [inner] {
      maker.dispose(subtree: frame.value)
      maker.dispose(subtree: frame.priority)
    }
    maker.dispose(subtree: result)
  }
}

// MARK: What the scanner says

extension PageBuilder {
  /// Takes the text, or its next piece together with what was left of the one before. Answers how many bytes of it are done.
  mutating func take(_ bytes: [UInt8], isLast: Bool) throws(JSONError) -> Int {
    try bytes.withUnsafeBufferPointer { bytes throws(JSONError) in
      do throws(JSONProblem) {
        while try take(try scanner.next(in: bytes.span, isLast: isLast), bytes) {}
      } catch {
        throw scanner.located(error, in: bytes.span)
      }
      let done = scanner.position
      if !isLast { scanner.forget(bytes.span) }
      return done
    }
  }

  /// Answers whether the piece may hold another token.
  @inline(__always)
  private mutating func take(_ token: JSONToken, _ bytes: UnsafeBufferPointer<UInt8>) throws(JSONProblem) -> Bool {
    switch token {
    case .string(let text) where !text.isUnescaped: string(UnsafeBufferPointer(rebasing: bytes[text.start..<text.end]))
    case .string(let text): scanner.unescaped.withUnsafeBufferPointer { string(UnsafeBufferPointer(rebasing: $0[..<text.end])) }
    case .key(let text) where !text.isUnescaped: try key(bytes, text.start, text.end)
    case .key(let text): try scanner.unescaped.withUnsafeBufferPointer { bytes throws(JSONProblem) in try key(bytes, text.start, text.end) }
    case .int(let value): place(maker.newWord(value))
    case .double(let value): place(Word(value))
    case .bool(let value): place(Word(value))
    case .null: place(.missing)
    case .beginObject: beginObject()
    case .endObject: try endObject()
    case .beginArray: open(.array)
    case .endArray: try endArray()
    case .end, .needsMore: return false
    }
    return true
  }

  @inline(__always)
  private mutating func string(_ utf8: UnsafeBufferPointer<UInt8>) {
    extent.longestString = max(extent.longestString, utf8.count)
    place(maker.newWord(utf8))
  }

  private mutating func beginObject() {
    open(.object)
    if options.duplicateKeys == .refuse { seen.append([]) }
  }

  private mutating func open(_ kind: Frame.Kind) {
    outer.append(inner)
    inner = Frame(kind, base: stack.count)
    stack.push(.lowest, .missing)
    extent.depth = max(extent.depth, outer.count)
  }

  @inline(__always)
  private mutating func key(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) throws(JSONProblem) {
    extent.longestKey = max(extent.longestKey, end - start)
    if options.duplicateKeys == .lastWins, let words = KeyWords(plain: bytes, start, end) { return child(words) }
    try otherKey(UnsafeBufferPointer(rebasing: bytes[start..<end]))
  }

  @inline(never)
  private mutating func otherKey(_ utf8: UnsafeBufferPointer<UInt8>) throws(JSONProblem) {
    switch try JSONMember(Array(utf8)[...], options) {
    case .child(let key):
      if options.duplicateKeys == .refuse, !seen[seen.count - 1].insert(key).inserted {
        throw JSONProblem(.duplicateKey, "the key \"\(key)\" stands twice in one object")
      }
      child(maker.owned(key))
    case .value: inner.member = .value
    case .priority: inner.member = .priority
    case .skipped: inner.member = .skipped
    case .serverValue:
      throw JSONProblem(.unknownServerValue, "stored data has no server values; write `.sv` through the database instead")
    }
  }

  /// A child begins: its key goes on the stack, with the place for the value right behind it.
  @inline(__always)
  private mutating func child(_ key: KeyWords) {
    inner.member = .child
    if inner.isSorted, stack.count > inner.base + 1 {
      inner.isSorted = stack.entries.keys[stack.count - 1].compare(key) < 0
    }
    stack.push(key, .missing)
  }

  /// What the innermost object or array is to the object around it.
  private var role: Member { outer.last?.member ?? .skipped }

  private mutating func endArray() throws(JSONProblem) {
    if role == .priority { throw noPriority }
    end(close(inner.base, priority: .missing))
  }

  private mutating func endObject() throws(JSONProblem) {
    let role = role
    // What stands behind `.value` is unwrapped once: `.value` and `.priority` mean nothing in it.
    if role == .value { dropReserved() }
    let priority = try takePriority()
    if role == .priority { throw noPriority }
    let frame = inner
    if options.duplicateKeys == .refuse { seen.removeLast() }
    if frame.hasValue {
      if stack.count > frame.base + 1, options.dotKeys == .refuse {
        throw JSONProblem(.valueWithChildren, "`.value` stands beside children; a node has a value or children")
      }
      if frame.value != .missing {
        drop(from: frame.base)
        return end(priority == .missing ? frame.value : withPriority(frame.value, priority))
      }
    }
    if !frame.isSorted { stack.sort(from: frame.base + 1, drop: disposer) }
    end(close(frame.base, priority: priority))
  }
}

// MARK: Nodes

extension PageBuilder {
  /// The innermost object or array is done and has become a node.
  private mutating func end(_ word: Word) {
    inner = outer.removeLast()
    place(word)
  }

  @inline(__always)
  private mutating func place(_ word: Word) {
    switch inner.kind {
    case .object: placeMember(word)
    // A null keeps its place in the list.
    case .array: stack.push(maker.owned(TreeKey(listIndex: stack.count - inner.base - 1)), word)
    case .text: result = word
    }
  }

  @inline(__always)
  private mutating func placeMember(_ word: Word) {
    switch inner.member {
    case .child: stack.setValue(word, at: stack.count - 1)
    case .value:
      maker.dispose(subtree: inner.value)
      inner.value = word
      inner.hasValue = true
    case .priority:
      maker.dispose(subtree: inner.priority)
      inner.priority = word
    case .skipped: maker.dispose(subtree: word)
    }
  }

  /// The branch of the entries above `base`, which leave the stack; missing when nothing is left of them.
  private mutating func close(_ base: Int, priority: Word) -> Word {
    let entries = stack.entries
    var n = 0
    for i in (base + 1)..<stack.count {
      if entries.values[i] == .missing {
        maker.dispose(boxOf: entries.keys[i])
      } else {
        n += 1
        if base + n < i { entries.set(base + n, entries.keys[i], entries.values[i]) }
      }
    }
    stack.shrink(to: base)
    if n == 0 {
      maker.dispose(subtree: priority)
      return .missing
    }
    if priority == .missing { return maker.buildMap(entries.from(base + 1), n, hidden: 0) }
    entries.set(base, .priority, priority)
    return maker.buildMap(entries.from(base), n + 1, hidden: 1)
  }

  /// Gives back the entries from `base` on.
  private mutating func drop(from base: Int) {
    for i in base..<stack.count { disposer(stack.entries.keys[i], stack.entries.values[i]) }
    stack.shrink(to: base)
  }

  private var disposer: (KeyWords, Word) -> Void {
    { [maker] key, value in
      maker.dispose(boxOf: key)
      maker.dispose(subtree: value)
    }
  }

  /// Gives back what `.value` and `.priority` of the innermost object hold.
  private mutating func dropReserved() {
    maker.dispose(subtree: inner.value)
    maker.dispose(subtree: inner.priority)
    (inner.value, inner.priority) = (.missing, .missing)
  }

  // MARK: Priorities

  private var noPriority: JSONProblem { JSONProblem(.invalidPriority, "a priority is a number, a string or a server value") }

  /// The innermost frame's priority, known to be one: a number or a string, without a priority of its own.
  private mutating func takePriority() throws(JSONProblem) -> Word {
    let word = inner.priority
    guard word != .missing else { return .missing }
    let leaf = word.leaf
    if leaf == .missing || leaf.bool != nil { throw noPriority }
    guard word.isPage else { return word }
    maker.dispose(subtree: word.entry(.priority))
    maker.dispose(block: word)
    inner.priority = leaf
    return leaf
  }

  /// A finished node with another priority. Seldom needed: the node stood behind `.value` and is a branch, or has a
  /// priority of its own. Its map is taken apart and made again.
  private mutating func withPriority(_ word: Word, _ priority: Word) -> Word {
    guard word.isPage else { return maker.newLeaf(word, priority: priority) }
    let base = stack.count
    stack.push(.lowest, .missing)
    if let value = takeApart(Page(word)) {
      stack.shrink(to: base)
      return maker.newLeaf(value, priority: priority)
    }
    return close(base, priority: priority)
  }

  /// Moves the children of a map to the stack and gives its pages back. Answers the value of a leaf.
  private mutating func takeApart(_ page: Page) -> Word? {
    var value: Word?
    for i in 0..<page.n {
      let key = page.key(i)
      if !page.isLeaf {
        maker.dispose(boxOf: key)
        value = takeApart(page.child(i)) ?? value
      } else if key == .priority {
        maker.dispose(subtree: page.values[i])
      } else if key == .value {
        value = page.values[i]
      } else {
        stack.push(key, page.values[i])
      }
    }
    maker.dispose(block: Word(page))
    return value
  }
}
