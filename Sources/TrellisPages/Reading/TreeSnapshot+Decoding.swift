public import TrellisTree

extension TreeSnapshot {
  /// The node as a `Decodable` value, read straight from its pages; see `TreeDecoder`.
  ///
  /// ```swift
  /// struct Card: Decodable { var firstName: String; var country: String? }
  /// let card = try snapshot["-KbJXK4aoXc6NZ6VwD7W"].decode(Card.self)
  /// ```
  /// - Throws: `DecodingError` with the coding path, or what a type's own `init(from:)` throws.
  public func decode<Value: Decodable>(_ type: Value.Type, keys: KeyStrategy = .plain) throws -> Value {
    try TreeDecoder(keys: keys).decode(type, fromNode: self)
  }
}
