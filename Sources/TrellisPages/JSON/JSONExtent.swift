/// How far a JSON text went, at most: enough to see that most texts are nowhere near the limits of writes.
package struct JSONExtent: Sendable {
  /// How deep objects and arrays nest.
  package internal(set) var depth = 0
  /// Bytes of the longest key.
  package internal(set) var longestKey = 0
  /// Bytes of the longest string.
  package internal(set) var longestString = 0
}
