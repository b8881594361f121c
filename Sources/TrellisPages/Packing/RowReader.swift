import TrellisTree

/// Makes pages of the rows that `RowWriter` has cut, which come in the order of their places. Nothing in them is trusted.
///
/// Every block it has made hangs from its stack until `finish` hands the root over, so that `abandon` finds them all.
struct RowReader<Maker: BlockMaker> {
  private let maker: Maker
  private var stack = EntryStack()
  /// Nodes that are still being filled, the root first.
  private var open: [OpenNode] = []
  private var root = Word.missing

  private struct OpenNode {
    /// The last step of the node's place.
    let step: [UInt8]
    /// Its first place on the stack, kept free for a priority. Children follow.
    let base: Int
  }

  init(_ maker: Maker) { self.maker = maker }

  /// The node that was read; missing without rows. When it throws, the reader is still to be abandoned.
  mutating func finish() throws(PackedProblem) -> Word {
    while !open.isEmpty { try closeNode() }
    defer { root = .missing }
    return root
  }

  /// Ends the reader, and gives back what was made and not handed over.
  consuming func abandon() {
    dispose(from: 0)
    maker.dispose(subtree: root)
    stack.close()
  }

  private mutating func dispose(from base: Int) {
    for i in base..<stack.count {
      maker.dispose(boxOf: stack.entries.keys[i])
      maker.dispose(subtree: stack.entries.values[i])
    }
    stack.shrink(to: base)
  }

  // MARK: Rows

  mutating func take(_ place: [UInt8], _ row: [UInt8]) throws(PackedProblem) {
    let bytes = row.span
    var reader = try PackedReader(sealed: bytes, for: place)
    guard let steps = PlaceBytes.steps(place) else { throw PackedProblem("its place is none") }
    guard let depth = Int(exactly: try reader.varint(bytes)), root == .missing, depth == steps.count || depth == steps.count - 1 else {
      throw PackedProblem("it is not where it should be")
    }
    if depth == 0 { return try takeRoot(bytes, &reader) }
    try enter(place, steps[..<depth])
    while !reader.isAtEnd(bytes) { try entry(bytes, &reader) }
  }

  /// A tree that is small enough for one row.
  private mutating func takeRoot(_ bytes: Span<UInt8>, _ reader: inout PackedReader) throws(PackedProblem) {
    guard open.isEmpty, try reader.text(bytes).isEmpty else { throw PackedProblem("it is not where it should be") }
    root = try node(bytes, &reader, depth: 0)
    guard reader.isAtEnd(bytes) else { throw PackedProblem("something follows the tree") }
  }

  /// Ends nodes that are complete, and begins those that lead to the row's.
  private mutating func enter(_ place: [UInt8], _ steps: ArraySlice<Range<Int>>) throws(PackedProblem) {
    var common = 0
    while common < min(open.count, steps.count), place[steps[common]].elementsEqual(open[common].step) { common += 1 }
    while open.count > common { try closeNode() }
    guard open.isEmpty == (common == 0) else { throw PackedProblem("it is not where it should be") }
    for step in steps[common...] {
      if !open.isEmpty { try push(maker.owned(try PlaceBytes.key(place[step]))) }
      guard open.count < Packed.deepest else { throw PackedProblem("nodes nest too deep") }
      open.append(OpenNode(step: Array(place[step]), base: stack.count))
      stack.push(.priority, .missing)
    }
  }

  private mutating func entry(_ bytes: Span<UInt8>, _ reader: inout PackedReader) throws(PackedProblem) {
    let text = try reader.text(bytes)
    let base = open[open.count - 1].base
    guard text.isEmpty else {
      try push(try key(bytes, text))
      let value = try node(bytes, &reader, depth: open.count)
      stack.setValue(value, at: stack.count - 1)
      return
    }
    guard stack.count == base + 1, stack.entries.values[base] == .missing else { throw PackedProblem("a priority behind children") }
    stack.setValue(try scalar(bytes, try reader.byte(bytes), &reader), at: base)
  }

  /// A child of the innermost open node; its value is still to come.
  private mutating func push(_ key: KeyWords) throws(PackedProblem) {
    let isInOrder = stack.count == open[open.count - 1].base + 1 || stack.entries.keys[stack.count - 1].compare(key) < 0
    stack.push(key, .missing)
    guard isInOrder else { throw PackedProblem("keys out of order") }
  }

  /// The innermost open node is complete.
  private mutating func closeNode() throws(PackedProblem) {
    let base = open.removeLast().base
    let word = try map(from: base)
    if open.isEmpty { root = word } else { stack.setValue(word, at: stack.count - 1) }
  }

  /// The branch of the entries from a priority's place on, which leave the stack.
  private mutating func map(from base: Int) throws(PackedProblem) -> Word {
    let n = stack.count - base - 1
    guard n > 0 else { throw PackedProblem("a branch without children") }
    let hasPriority = stack.entries.values[base] != .missing
    stack.shrink(to: base)
    return maker.buildMap(stack.entries.from(hasPriority ? base : base + 1), hasPriority ? n + 1 : n, hidden: hasPriority ? 1 : 0)
  }

  // MARK: Nodes

  private mutating func node(_ bytes: Span<UInt8>, _ reader: inout PackedReader, depth: Int) throws(PackedProblem) -> Word {
    let tag = try reader.byte(bytes)
    if tag != Packed.Tag.priority && tag != Packed.Tag.branch { return try scalar(bytes, tag, &reader) }
    let base = stack.count
    stack.push(.priority, .missing)
    var content = tag
    if tag == Packed.Tag.priority {
      stack.setValue(try scalar(bytes, try reader.byte(bytes), &reader), at: base)
      content = try reader.byte(bytes)
    }
    if content == Packed.Tag.branch { return try branch(bytes, &reader, depth: depth) }
    let value = try scalar(bytes, content, &reader)
    stack.shrink(to: base)
    return maker.newLeaf(value, priority: stack.entries.values[base])
  }

  private mutating func branch(_ bytes: Span<UInt8>, _ reader: inout PackedReader, depth: Int) throws(PackedProblem) -> Word {
    guard depth < Packed.deepest else { throw PackedProblem("nodes nest too deep") }
    let base = stack.count - 1
    for i in 0..<(try reader.count(bytes)) {
      let key = try key(bytes, try reader.text(bytes))
      let isInOrder = i == 0 || stack.entries.keys[stack.count - 1].compare(key) < 0
      stack.push(key, .missing)
      guard isInOrder else { throw PackedProblem("keys out of order") }
      let value = try node(bytes, &reader, depth: depth + 1)
      stack.setValue(value, at: stack.count - 1)
    }
    return try map(from: base)
  }

  @inline(__always)
  private func scalar(_ bytes: Span<UInt8>, _ tag: UInt8, _ reader: inout PackedReader) throws(PackedProblem) -> Word {
    if tag >= Packed.Tag.shortInteger { return Word(short: Int64(tag - Packed.Tag.shortInteger)) ?? .missing }
    if tag >= Packed.Tag.shortString { return try string(bytes, try reader.take(bytes, Int(tag - Packed.Tag.shortString))) }
    switch tag {
    case Packed.Tag.false: return .false
    case Packed.Tag.true: return .true
    case Packed.Tag.integer: return maker.newWord(try reader.zigzag(bytes))
    case Packed.Tag.double: return Word(try reader.double(bytes))
    case Packed.Tag.string: return try string(bytes, try reader.text(bytes))
    default: throw PackedProblem("an unknown kind of node: \(tag)")
    }
  }

  @inline(__always)
  private func string(_ bytes: Span<UInt8>, _ place: Range<Int>) throws(PackedProblem) -> Word {
    guard UTF8Check.isValid(bytes, place) else { throw PackedProblem("a string that is not UTF-8") }
    return bytes.withUnsafeBufferPointer { maker.newWord(UnsafeBufferPointer(rebasing: $0[place])) }
  }

  @inline(__always)
  private func key(_ bytes: Span<UInt8>, _ place: Range<Int>) throws(PackedProblem) -> KeyWords {
    let plain = bytes.withUnsafeBufferPointer { KeyWords(plain: $0, place.lowerBound, place.upperBound) }
    if let plain { return plain }
    return maker.owned(try PackedReader.key(bytes, place))
  }
}
