/// Receives a JSON text piece by piece, in the order of the text.
package protocol JSONHandler {
  mutating func null() throws(JSONProblem)
  mutating func bool(_ value: Bool) throws(JSONProblem)
  mutating func int(_ value: Int64) throws(JSONProblem)
  mutating func double(_ value: Double) throws(JSONProblem)
  /// Text without escapes, known to be UTF-8.
  mutating func string(_ utf8: ArraySlice<UInt8>) throws(JSONProblem)
  mutating func beginObject() throws(JSONProblem)
  /// The key of the value that comes next. Text without escapes, known to be UTF-8.
  mutating func key(_ utf8: ArraySlice<UInt8>) throws(JSONProblem)
  mutating func endObject() throws(JSONProblem)
  mutating func beginArray() throws(JSONProblem)
  mutating func endArray() throws(JSONProblem)
}

extension JSONHandler {
  /// Takes all that a text says.
  package mutating func read(_ bytes: [UInt8], maximumDepth: Int) throws(JSONError) {
    var scanner = JSONScanner(maximumDepth: maximumDepth)
    do throws(JSONProblem) {
      while try take(try scanner.next(in: bytes.span, isLast: true), scanner, bytes) {}
    } catch {
      throw scanner.located(error, in: bytes.span)
    }
  }

  /// Answers whether there is more to come.
  private mutating func take(_ token: JSONToken, _ scanner: JSONScanner, _ bytes: [UInt8]) throws(JSONProblem) -> Bool {
    func text(_ text: JSONText) -> ArraySlice<UInt8> { (text.isUnescaped ? scanner.unescaped : bytes)[text.start..<text.end] }
    switch token {
    case .null: try null()
    case .bool(let value): try bool(value)
    case .int(let value): try int(value)
    case .double(let value): try double(value)
    case .string(let place): try string(text(place))
    case .beginObject: try beginObject()
    case .key(let place): try key(text(place))
    case .endObject: try endObject()
    case .beginArray: try beginArray()
    case .endArray: try endArray()
    case .end, .needsMore: return false
    }
    return true
  }
}
