/// Reads one JSON text, token by token. No recursion: depth costs heap, not stack.
///
/// Complete validation: grammar, UTF-8, escapes with surrogate pairs, numbers, depth; nothing may follow the value. A
/// byte-order mark at the start is passed over. (JSON: RFC 8259.)
///
/// The text may come in pieces. The scanner keeps none of it: whoever reads hands the piece at hand to each call, and
/// keeps what `forget` leaves of it before the next one.
package struct JSONScanner {
  let maximumDepth: Int
  /// Where the next token begins in the piece at hand; after an error, where that is.
  package internal(set) var position = 0
  /// The bytes of the last key or string that had escapes.
  package internal(set) var unescaped: [UInt8] = []
  /// How many of them belong to the text; the rest is room.
  var unescapedCount = 0

  private var state = State.start
  private var tokenStart = 0
  /// What the next token belongs to: an open object or array, or the text itself.
  private(set) var inner = Frame(.text)
  /// What stands around `inner`, outermost first.
  private(set) var outer: [Frame] = []
  private(set) var past = Past()

  /// What may come next.
  private enum State { case start, value, memberOrEnd, member, elementOrEnd, rest }

  package init(maximumDepth: Int) { self.maximumDepth = maximumDepth }

  /// The next token.
  ///
  /// - Parameters:
  ///   - bytes: the piece at hand, from what was left of the one before on.
  ///   - isLast: whether the text ends with it.
  package mutating func next(in bytes: Span<UInt8>, isLast: Bool) throws(JSONProblem) -> JSONToken {
    do throws(Interruption) {
      return try token(bytes, isLast)
    } catch {
      position = error.isAtEnd && !isLast ? tokenStart : error.place
      if error.isAtEnd, !isLast { return .needsMore }
      throw error.problem
    }
  }

  @inline(__always)
  private mutating func token(_ bytes: Span<UInt8>, _ isLast: Bool) throws(Interruption) -> JSONToken {
    if state == .start {
      if bytes.count < 3, !isLast { return .needsMore }
      state = .value
      if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { position = 3 }
    }
    skipSpace(bytes)
    tokenStart = position
    switch state {
    case .start, .value: return try value(bytes, isLast)
    case .memberOrEnd:
      if position < bytes.count, bytes[position] == UInt8(ascii: "}") { return close(.endObject) }
      return try key(bytes)
    case .member: return try key(bytes)
    case .elementOrEnd:
      if position < bytes.count, bytes[position] == UInt8(ascii: "]") { return close(.endArray) }
      return try value(bytes, isLast)
    case .rest: return try rest(bytes, isLast)
    }
  }

  /// What may follow a value.
  @inline(__always)
  private mutating func rest(_ bytes: Span<UInt8>, _ isLast: Bool) throws(Interruption) -> JSONToken {
    switch inner.kind {
    case .object:
      guard position < bytes.count else { throw unexpected("a comma or a closing brace", bytes, position) }
      if bytes[position] == UInt8(ascii: "}") { return close(.endObject) }
      guard bytes[position] == UInt8(ascii: ",") else { throw unexpected("a comma or a closing brace", bytes, position) }
      position += 1
      state = .member
      inner.key = .none
      skipSpace(bytes)
      tokenStart = position
      return try key(bytes)
    case .array:
      guard position < bytes.count else { throw unexpected("a comma or a closing bracket", bytes, position) }
      if bytes[position] == UInt8(ascii: "]") { return close(.endArray) }
      guard bytes[position] == UInt8(ascii: ",") else { throw unexpected("a comma or a closing bracket", bytes, position) }
      position += 1
      state = .value
      inner.index += 1
      skipSpace(bytes)
      tokenStart = position
      return try value(bytes, isLast)
    case .text:
      if position < bytes.count { throw unexpected("the end of the text", bytes, position) }
      return isLast ? .end : .needsMore
    }
  }

  // MARK: Values

  @inline(__always)
  private mutating func value(_ bytes: Span<UInt8>, _ isLast: Bool) throws(Interruption) -> JSONToken {
    guard position < bytes.count else { throw unexpected("a value", bytes, position) }
    switch bytes[position] {
    case UInt8(ascii: "\""):
      let text = try string(bytes)
      state = .rest
      return .string(text)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let number = try number(bytes, isLast)
      state = .rest
      return number
    case UInt8(ascii: "{"): return try open(.object)
    case UInt8(ascii: "["): return try open(.array)
    case UInt8(ascii: "t"): return try word("true", .bool(true), bytes)
    case UInt8(ascii: "f"): return try word("false", .bool(false), bytes)
    case UInt8(ascii: "n"): return try word("null", .null, bytes)
    default: throw unexpected("a value", bytes, position)
    }
  }

  /// A key and its colon, with the space up to the value.
  @inline(__always)
  private mutating func key(_ bytes: Span<UInt8>) throws(Interruption) -> JSONToken {
    let start = position
    guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") else { throw unexpected("a key in double quotes", bytes, start) }
    let text = try string(bytes)
    let end = position
    skipSpace(bytes)
    inner.key = .at(start + 1, end - 1)
    guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else { throw unexpected("a colon", bytes, position) }
    position += 1
    state = .value
    return .key(text)
  }

  private mutating func open(_ kind: Frame.Kind) throws(Interruption) -> JSONToken {
    if outer.count == maximumDepth {
      throw Interruption(.tooDeep, "objects and arrays nest deeper than \(maximumDepth) levels", at: position)
    }
    position += 1
    outer.append(inner)
    inner = Frame(kind)
    state = kind == .object ? .memberOrEnd : .elementOrEnd
    return kind == .object ? .beginObject : .beginArray
  }

  @inline(__always)
  private mutating func close(_ token: JSONToken) -> JSONToken {
    position += 1
    inner = outer.removeLast()
    state = .rest
    return token
  }

  private mutating func word(_ word: StaticString, _ token: JSONToken, _ bytes: Span<UInt8>) throws(Interruption) -> JSONToken {
    for i in 0..<word.utf8CodeUnitCount {
      let isAtEnd = position + i == bytes.count
      if isAtEnd || bytes[position + i] != word.utf8Start[i] {
        throw Interruption(.syntax, "`\(word)` is expected here", at: position, isAtEnd: isAtEnd)
      }
    }
    position += word.utf8CodeUnitCount
    state = .rest
    return token
  }

  @inline(__always)
  private mutating func skipSpace(_ bytes: Span<UInt8>) {
    var at = position
    while at < bytes.count, bytes[at] <= 0x20 {
      let byte = bytes[at]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { break }
      at += 1
    }
    position = at
  }
}

// MARK: Pieces

extension JSONScanner {
  /// The piece at hand goes, up to `position`, where the next one begins; what an error would say of it is kept.
  package mutating func forget(_ bytes: Span<UInt8>) {
    for i in 0..<position {
      past.column += 1
      if bytes[i] == UInt8(ascii: "\n") { (past.line, past.column) = (past.line + 1, 0) }
    }
    for depth in outer.indices { outer[depth].key = remembered(outer[depth].key, depth, bytes) }
    inner.key = remembered(inner.key, outer.count, bytes)
    position = 0
  }

  private mutating func remembered(_ key: Frame.Key, _ depth: Int, _ bytes: Span<UInt8>) -> Frame.Key {
    guard case .at(let start, let end) = key, start <= end, end <= position else { return key }
    past.keys[depth] = (start..<end).map { bytes[$0] }
    return .past
  }
}
