import TrellisTree

/// Makes pages from JSON, bottom-up and without a tree in between, by the rules of data model §1.1 and, for what is
/// refused, §2.4. Data that is stored has no server values.
///
/// Every block it has made hangs from its stack or from an open frame until `finish` hands the root over, so that
/// `abandon` finds them all when the text turns out to be bad. One of the two ends the builder.
struct PageBuilder: JSONHandler {
  private let maker: AnyMaker
  private let options: JSONOptions
  private var stack = EntryStack()
  private let memo = KeyMemo()
  private var frames: [Frame] = []
  /// Keys seen in each open object, when a second one is an error.
  private var seen: [Set<TreeKey>] = []
  private var result = Word.missing

  /// An open object or array.
  private struct Frame {
    let isObject: Bool
    /// Its first place on the stack, kept free for a priority. Children follow.
    let base: Int
    var isSorted = true
    /// Where the value that comes next goes.
    var member = Member.skipped
    var hasValue = false
    /// What `.value` and `.priority` hold.
    var value = Word.missing
    var priority = Word.missing
  }

  private enum Member { case child, value, priority, skipped }

  init(_ maker: AnyMaker, _ options: JSONOptions) {
    self.maker = maker
    self.options = options
    frames.reserveCapacity(32)
  }

  /// The node that was read.
  consuming func finish() -> Word {
    close()
    return result
  }

  /// Gives back all that was made of a text that is refused.
  consuming func abandon() {
    defer { close() }
    if planted(.leakOnRefusal) { return }
    for i in 0..<stack.count {
      maker.dispose(boxOf: stack.entries.keys[i])
      maker.dispose(subtree: stack.entries.values[i])
    }
    for frame in frames {
      maker.dispose(subtree: frame.value)
      maker.dispose(subtree: frame.priority)
    }
    maker.dispose(subtree: result)
  }

  private func close() {
    stack.close()
    memo.close()
  }
}

// MARK: What the scanner says

extension PageBuilder {
  mutating func null() { place(.missing) }
  mutating func bool(_ value: Bool) { place(Word(value)) }
  mutating func int(_ value: Int64) { place(maker.newWord(value)) }

  mutating func double(_ value: Double) throws(JSONProblem) {
    guard value.isFinite else { throw JSONProblem(.nonFiniteNumber, "NaN and infinities cannot be stored; use null or a string") }
    place(Word(value))
  }

  mutating func string(_ utf8: ArraySlice<UInt8>) {
    place(utf8.withUnsafeBufferPointer { maker.newWord($0) })
  }

  mutating func beginArray() { open(isObject: false) }

  mutating func beginObject() {
    open(isObject: true)
    if options.duplicateKeys == .refuse { seen.append([]) }
  }

  private mutating func open(isObject: Bool) {
    frames.append(Frame(isObject: isObject, base: stack.count))
    stack.push(.lowest, .missing)
  }

  mutating func key(_ utf8: ArraySlice<UInt8>) throws(JSONProblem) {
    let text = options.duplicateKeys == .refuse ? nil : utf8.withUnsafeBufferPointer { KeyMemo.Text($0) }
    if let text, let known = memo[text] { return child(known) }
    switch try JSONMember(utf8, options) {
    case .child(let key):
      if options.duplicateKeys == .refuse, !seen[seen.count - 1].insert(key).inserted {
        throw JSONProblem(.duplicateKey, "the key \"\(key)\" stands twice in one object")
      }
      let words = maker.owned(key)
      if let text { memo.remember(text, words) }
      child(words)
    case .value: frames[frames.count - 1].member = .value
    case .priority: frames[frames.count - 1].member = .priority
    case .skipped: frames[frames.count - 1].member = .skipped
    case .serverValue:
      throw JSONProblem(.unknownServerValue, "stored data has no server values; write `.sv` through the database instead")
    }
  }

  /// A child begins: its key goes on the stack, with the place for the value right behind it.
  @inline(__always)
  private mutating func child(_ key: KeyWords) {
    let last = frames.count - 1
    frames[last].member = .child
    if frames[last].isSorted, stack.count > frames[last].base + 1 {
      frames[last].isSorted = stack.entries.keys[stack.count - 1].compare(key) < 0
    }
    stack.push(key, .missing)
  }

  /// What the innermost object or array is to the object around it.
  private var role: Member { frames.count > 1 ? frames[frames.count - 2].member : .skipped }

  mutating func endArray() throws(JSONProblem) {
    if role == .priority { throw noPriority }
    end(close(frames[frames.count - 1].base, priority: .missing))
  }

  mutating func endObject() throws(JSONProblem) {
    let role = role
    // What stands behind `.value` is unwrapped once: `.value` and `.priority` mean nothing in it.
    if role == .value { dropReserved() }
    let priority = try takePriority()
    if role == .priority { throw noPriority }
    let frame = frames[frames.count - 1]
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
    frames.removeLast()
    place(word)
  }

  private mutating func place(_ word: Word) {
    let last = frames.count - 1
    guard last >= 0 else {
      result = word
      return
    }
    guard frames[last].isObject else {
      // A null keeps its place in the list.
      stack.push(maker.owned(TreeKey(listIndex: stack.count - frames[last].base - 1)), word)
      return
    }
    switch frames[last].member {
    case .child: stack.entries.values[stack.count - 1] = word
    case .value:
      maker.dispose(subtree: frames[last].value)
      frames[last].value = word
      frames[last].hasValue = true
    case .priority:
      maker.dispose(subtree: frames[last].priority)
      frames[last].priority = word
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
    let last = frames.count - 1
    maker.dispose(subtree: frames[last].value)
    maker.dispose(subtree: frames[last].priority)
    (frames[last].value, frames[last].priority) = (.missing, .missing)
  }

  // MARK: Priorities

  private var noPriority: JSONProblem { JSONProblem(.invalidPriority, "a priority is a number, a string or a server value") }

  /// The innermost frame's priority, known to be one: a number or a string, without a priority of its own.
  private mutating func takePriority() throws(JSONProblem) -> Word {
    let last = frames.count - 1
    let word = frames[last].priority
    guard word != .missing else { return .missing }
    let leaf = word.leaf
    if leaf == .missing || leaf.bool != nil { throw noPriority }
    guard word.isPage else { return word }
    maker.dispose(subtree: word.entry(.priority))
    maker.dispose(block: word)
    frames[last].priority = leaf
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
