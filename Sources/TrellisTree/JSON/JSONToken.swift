/// One piece of a JSON text.
package enum JSONToken {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case string(JSONText)
  case beginObject
  /// The key of the value that comes next.
  case key(JSONText)
  case endObject
  case beginArray
  case endArray
  /// The text has ended as it should.
  case end
  /// The text goes on in the next piece, and so does perhaps the token that begins here.
  case needsMore
}

/// Where the bytes of a key or a string are, known to be UTF-8.
package struct JSONText {
  package let start: Int
  package let end: Int
  /// Whether the text had escapes: then it stands in the scanner's `unescaped`, else in the piece that was read.
  package let isUnescaped: Bool
}
