/// Places of a tree as bytes, in the order of the tree: a node comes right before what lies below it, siblings stand in
/// key order. Each step of a path ends with a zero byte; the first step, to the root, is nothing but that byte.
package enum PlaceBytes {
  package static var root: [UInt8] { [0] }

  package static func of(_ path: some Sequence<TreeKey>) -> [UInt8] {
    path.reduce(into: root) { $1.appendBytes(to: &$0) }
  }

  /// Behind a place and everything below it.
  package static func end(of place: [UInt8]) -> [UInt8] { place.dropLast() + [1] }

  /// Where each step ends; nothing when these bytes are no place.
  package static func steps(_ place: [UInt8]) -> [Range<Int>]? {
    var steps: [Range<Int>] = []
    var start = 0
    while start < place.count {
      // The four bytes of a number may be zero.
      let from = place[start] == 1 ? start + 7 : start
      guard from < place.count, let end = place[from...].firstIndex(of: 0) else { return nil }
      steps.append(start..<(end + 1))
      start = end + 1
    }
    return steps.first == 0..<1 ? steps : nil
  }

  /// The key of a step below the root.
  package static func key(_ step: ArraySlice<UInt8>) throws(PackedProblem) -> TreeKey {
    let bytes = step.dropLast()
    if bytes.first == 1 {
      guard bytes.count == 7 else { throw PackedProblem("a number key of the wrong length") }
      let key = TreeKey(word0: bytes.reduce(0) { $0 << 8 | UInt64($1) } << 8 | 1)
      // The only spelling of it that there is.
      guard TreeKey.encode(key.utf8) == key else { throw PackedProblem("a number key that is none") }
      return key
    }
    let text = bytes.map(TreeKey.lowered)
    let key = try PackedReader.key(text.span, 0..<text.count)
    guard !key.isIntegerLike else { throw PackedProblem("a number key spelled as text") }
    return key
  }
}

extension TreeKey {
  /// The bytes of a step, in an order that is the order of keys (`TreeKey+Encoding`), and the zero that ends it.
  package func appendBytes(to bytes: inout [UInt8]) {
    if isIntegerLike {
      for shift in stride(from: 56, through: 8, by: -8) as StrideThrough<UInt64> { bytes.append(UInt8(truncatingIfNeeded: word0 >> shift)) }
    } else {
      for byte in utf8 { bytes.append(TreeKey.raised(byte)) }
    }
    bytes.append(0)
  }
}
