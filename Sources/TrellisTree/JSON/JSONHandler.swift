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

/// What the key of an object's member says (data model §1.1).
package enum JSONMember {
  case child(TreeKey)
  case value
  case priority
  case serverValue
  case skipped

  @inlinable
  package init(_ utf8: ArraySlice<UInt8>, _ options: JSONOptions) throws(JSONProblem) {
    if utf8.first == UInt8(ascii: ".") {
      self = try JSONMember.reserved(utf8, options)
      return
    }
    if !TreePath.Invalid.isLegalKey(utf8) { try JSONMember.refuse(utf8) }
    self = .child(TreeKey.encode(utf8))
  }

  @usableFromInline
  static func reserved(_ utf8: ArraySlice<UInt8>, _ options: JSONOptions) throws(JSONProblem) -> JSONMember {
    if utf8.elementsEqual(".priority".utf8) { return .priority }
    if utf8.elementsEqual(".value".utf8) { return .value }
    if utf8.elementsEqual(".sv".utf8) { return .serverValue }
    if options.dotKeys == .skip { return .skipped }
    throw JSONProblem(
      .invalidKey, "the key \"\(String(decoding: utf8, as: UTF8.self))\" begins with a dot; only .value, .priority and .sv may")
  }

  @usableFromInline
  static func refuse(_ utf8: ArraySlice<UInt8>) throws(JSONProblem) {
    do {
      try TreePath.Invalid.check(key: String(decoding: utf8, as: UTF8.self))
    } catch {
      throw JSONProblem(error.reason == .tooLong ? .pathTooLong : .invalidKey, error.description)
    }
  }
}
