/// Reads one JSON text and tells a handler what it holds. No recursion: depth costs heap, not stack.
///
/// Complete validation: grammar, UTF-8, escapes with surrogate pairs, numbers, depth; nothing may follow the value. A
/// byte-order mark at the start is passed over. (JSON: RFC 8259.)
package struct JSONScanner {
  @usableFromInline let bytes: [UInt8]
  @usableFromInline let maximumDepth: Int
  @usableFromInline var position = 0
  /// The open objects and arrays, outermost first.
  @usableFromInline var frames: [Frame] = []
  /// Bytes of the last string that had escapes.
  @usableFromInline var unescaped: [UInt8] = []

  /// An open object with its current key's place in the text, or an open array with its current index.
  @usableFromInline
  struct Frame {
    @usableFromInline let isObject: Bool
    @usableFromInline var keyStart = 0
    @usableFromInline var keyEnd = 0
    @usableFromInline var index = 0

    @usableFromInline init(isObject: Bool) { self.isObject = isObject }
  }

  @inlinable
  package init(_ bytes: [UInt8], maximumDepth: Int) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
  }

  /// Reads the whole text.
  @inlinable
  package mutating func scan<Handler: JSONHandler>(into handler: inout Handler) throws(JSONError) {
    do throws(JSONProblem) {
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
      skipSpace()
      try scanValue(into: &handler)
      while let frame = frames.last {
        skipSpace()
        if frame.isObject { try scanMemberEnd(into: &handler) } else { try scanElementEnd(into: &handler) }
      }
      skipSpace()
      if position < bytes.count { throw unexpected("the end of the text") }
    } catch {
      throw located(error)
    }
  }

  // MARK: Values

  /// A scalar, or the beginning of an object or array with all that nests at its very start.
  @inlinable
  mutating func scanValue<Handler: JSONHandler>(into handler: inout Handler) throws(JSONProblem) {
    while true {
      guard position < bytes.count else { throw unexpected("a value") }
      switch bytes[position] {
      case UInt8(ascii: "{"):
        try open(isObject: true)
        try handler.beginObject()
        skipSpace()
        if position < bytes.count, bytes[position] == UInt8(ascii: "}") { return try close(into: &handler) }
        try scanKey(into: &handler)
      case UInt8(ascii: "["):
        try open(isObject: false)
        try handler.beginArray()
        skipSpace()
        if position < bytes.count, bytes[position] == UInt8(ascii: "]") { return try close(into: &handler) }
      default: return try scanScalar(into: &handler)
      }
    }
  }

  @inlinable
  mutating func scanScalar<Handler: JSONHandler>(into handler: inout Handler) throws(JSONProblem) {
    switch bytes[position] {
    case UInt8(ascii: "\""): try handler.string(try scanString())
    case UInt8(ascii: "t"):
      try scanWord("true")
      try handler.bool(true)
    case UInt8(ascii: "f"):
      try scanWord("false")
      try handler.bool(false)
    case UInt8(ascii: "n"):
      try scanWord("null")
      try handler.null()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try scanNumber(into: &handler)
    default: throw unexpected("a value")
    }
  }

  /// A key and its colon.
  @inlinable
  mutating func scanKey<Handler: JSONHandler>(into handler: inout Handler) throws(JSONProblem) {
    frames[frames.count - 1].keyStart = position  // first, so that an error does not name the key before
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { throw unexpected("a key in double quotes") }
    let key = try scanString()
    frames[frames.count - 1].keyEnd = position
    try handler.key(key)
    skipSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else { throw unexpected("a colon") }
    position += 1
    skipSpace()
  }

  @inlinable
  mutating func scanMemberEnd<Handler: JSONHandler>(into handler: inout Handler) throws(JSONProblem) {
    guard position < bytes.count else { throw unexpected("a comma or a closing brace") }
    switch bytes[position] {
    case UInt8(ascii: ","):
      position += 1
      skipSpace()
      try scanKey(into: &handler)
      try scanValue(into: &handler)
    case UInt8(ascii: "}"): try close(into: &handler)
    default: throw unexpected("a comma or a closing brace")
    }
  }

  @inlinable
  mutating func scanElementEnd<Handler: JSONHandler>(into handler: inout Handler) throws(JSONProblem) {
    guard position < bytes.count else { throw unexpected("a comma or a closing bracket") }
    switch bytes[position] {
    case UInt8(ascii: ","):
      position += 1
      frames[frames.count - 1].index += 1
      skipSpace()
      try scanValue(into: &handler)
    case UInt8(ascii: "]"): try close(into: &handler)
    default: throw unexpected("a comma or a closing bracket")
    }
  }

  @inlinable
  mutating func open(isObject: Bool) throws(JSONProblem) {
    if frames.count == maximumDepth { throw tooDeep() }
    position += 1
    frames.append(Frame(isObject: isObject))
  }

  @inlinable
  mutating func close<Handler: JSONHandler>(into handler: inout Handler) throws(JSONProblem) {
    position += 1
    if frames.removeLast().isObject { try handler.endObject() } else { try handler.endArray() }
  }

  // MARK: Small things

  @inlinable
  mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  @usableFromInline
  mutating func scanWord(_ word: StaticString) throws(JSONProblem) {
    let text = "\(word)".utf8
    guard bytes[position...].starts(with: text) else { throw unexpected("`\(word)`") }
    position += text.count
  }
}
