import TrellisTree

// Nodes as pages have them, packed as `PackedWriter.append(_: Tree)` packs trees.
extension PackedWriter {
  /// False when it takes the bytes beyond `limit`; then some of it has been written.
  mutating func append(_ node: Word, limit: Int) -> Bool {
    guard node.isPage else {
      append(scalar: node)
      return bytes.count <= limit
    }
    let page = Page(node)
    let priority = node.entry(.priority)
    if priority != .missing {
      append(Packed.Tag.priority)
      append(scalar: priority)
    }
    if page.count == 0 {
      append(scalar: node.entry(.value))
      return bytes.count <= limit
    }
    append(Packed.Tag.branch)
    append(varint: page.count)
    return appendChildren(page, limit)
  }

  private mutating func appendChildren(_ page: Page, _ limit: Int) -> Bool {
    for i in (page.isLeaf ? page.hidden : 0)..<page.n {
      if page.isLeaf {
        append(key: page.key(i))
        guard append(page.values[i], limit: limit) else { return false }
      } else {
        guard appendChildren(page.child(i), limit) else { return false }
      }
    }
    return true
  }

  private mutating func append(scalar word: Word) {
    switch word.bits >> 48 {
    case 0:
      guard word.isPointer else { return append(word == .true) }
      if word.kind == .integer { return append(word.boxedInteger) }
      let text = Box(word.address).bytes
      append(stringOf: text.count)
      bytes.append(contentsOf: text)
    case Word.integerTop: append(word.shortInteger)
    case Word.shortStringTop:
      word.withShortString { text in
        append(stringOf: text.count)
        bytes.append(contentsOf: text)
      }
    default: append(word.asDouble)
    }
  }

  /// The text of a key, with its length before it.
  mutating func append(key: KeyWords) {
    // Bytes from 80 on may be kept in another form than in text, and numbers are.
    guard key.w0 >> 56 > 1, !key.isLong, (key.w0 | key.w1 | key.w2) & EightBytes.highBits == 0 else {
      return append(text: TreeKey(copying: key).utf8)
    }
    let count = Int((key.w2 != 0 ? key.w2 : (key.w1 != 0 ? key.w1 : key.w0)) & 0xff)
    append(UInt8(truncatingIfNeeded: count))
    withUnsafeBytes(of: (key.w0.bigEndian, key.w1.bigEndian, key.w2.bigEndian)) { bytes.append(contentsOf: $0[..<count]) }
  }
}
