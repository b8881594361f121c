import TrellisTree

/// Writes pages as JSON text, byte for byte what `JSONWriter` writes, but from keys and strings as they lie in memory.
struct PageWriter<Failure: Error> {
  private var text = TextBuffer()
  private let take: Take?

  /// Takes a piece of the text, as soon as it is long enough.
  typealias Take = (UnsafeBufferPointer<UInt8>) throws(Failure) -> Void

  private static var pieceBytes: Int { 1 << 16 }

  /// - Parameter take: gets the text in pieces; without it the text is kept as a whole.
  init(_ take: Take? = nil) { self.take = take }

  /// The text that has not been taken yet, given to `body`; ends the writer.
  consuming func finish<R>(_ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> R) throws(Failure) -> R {
    defer { text.close() }
    return try body(text.bytes)
  }

  /// Ends the writer.
  consuming func abandon() { text.close() }

  @inline(__always)
  private mutating func takePiece() throws(Failure) {
    guard let take, text.bytes.count >= Self.pieceBytes else { return }
    try take(text.bytes)
    text.clear()
  }

  // MARK: Nodes

  mutating func append(_ node: Word, _ form: JSONForm) throws(Failure) {
    guard node.isPage else { return appendScalar(node) }
    let page = Page(node)
    let priority = form == .export ? node.entry(.priority) : .missing
    if page.count == 0 { return appendLeaf(node.leaf, priority) }
    if form == .plain, let length = node.listLength { return try appendList(page, length) }
    text.append(UInt8(ascii: "{"))
    try appendMembers(page, form, isFirst: true)
    if priority != .missing { appendPriority(priority) }
    text.append(UInt8(ascii: "}"))
  }

  private mutating func appendMembers(_ page: Page, _ form: JSONForm, isFirst: Bool) throws(Failure) {
    let first = page.isLeaf ? page.hidden : 0
    for i in first..<page.n {
      let isFirst = isFirst && i == first
      guard page.isLeaf else {
        try appendMembers(page.child(i), form, isFirst: isFirst)
        continue
      }
      if !isFirst { text.append(UInt8(ascii: ",")) }
      appendKey(page.key(i))
      try append(page.values[i], form)
      try takePiece()
    }
  }

  private mutating func appendList(_ page: Page, _ length: Int) throws(Failure) {
    text.append(UInt8(ascii: "["))
    var next = 0
    try Word(page).forEachChild { key, child throws(Failure) in
      let index = TreeKey(copying: key).listIndex ?? next
      for _ in next..<index { text.append("null,") }
      try append(child, .plain)
      try takePiece()
      if index < length - 1 { text.append(UInt8(ascii: ",")) }
      next = index + 1
    }
    text.append(UInt8(ascii: "]"))
  }

  private mutating func appendLeaf(_ value: Word, _ priority: Word) {
    guard priority != .missing else { return appendScalar(value) }
    text.append("{\".value\":")
    appendScalar(value)
    appendPriority(priority)
    text.append(UInt8(ascii: "}"))
  }

  private mutating func appendPriority(_ priority: Word) {
    text.append(",\".priority\":")
    appendScalar(priority)
  }

  // MARK: Scalars

  private mutating func appendScalar(_ word: Word) {
    switch word.bits >> 48 {
    case 0:
      if word == .true { return text.append("true") }
      if word == .false { return text.append("false") }
      guard word.isPointer else { return text.append("null") }
      if word.kind == .string { text.appendQuoted(Box(word.address).bytes) } else { text.append(word.boxedInteger) }
    case Word.integerTop: text.append(word.shortInteger)
    case Word.shortStringTop: word.withShortString { text.appendQuoted($0) }
    default: text.append(word.asDouble)
    }
  }

  /// A key in quotes, and the colon.
  @inline(__always)
  private mutating func appendKey(_ key: KeyWords) {
    if !text.appendPlain(key) { appendOtherKey(key) }
    text.append(UInt8(ascii: ":"))
  }

  /// Numbers, long keys, and those with bytes that are escaped or kept in another form.
  @inline(never)
  private mutating func appendOtherKey(_ key: KeyWords) {
    let key = TreeKey(copying: key)
    if let index = key.listIndex {
      text.append(UInt8(ascii: "\""))
      text.append(Int64(index))
      text.append(UInt8(ascii: "\""))
    } else {
      key.utf8.withUnsafeBytes { text.appendQuoted($0) }
    }
  }
}

extension Word {
  /// The length of the list that a branch shows as, or nil when it shows as an object (data model §1.2).
  var listLength: Int? {
    let count = childCount
    guard count > 0 else { return nil }
    let (page, i) = locate(at: count - 1)
    // Integer-like keys come first, in order: the last key decides, and without it no other need be looked at.
    guard let largest = TreeKey(copying: page.key(i)).listIndex, largest < 2 * count else { return nil }
    var cursor = PageCursor(self, .unbounded, .forward)
    while cursor?.next() == true {
      if let key = cursor?.key, TreeKey(copying: key).listIndex == nil { return nil }
    }
    return largest + 1
  }
}
