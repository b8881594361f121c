struct KeyedTreeDecoding<Key: CodingKey, Node: TreeReading>: KeyedDecodingContainerProtocol {
  let decoder: DecodingNode<Node>
  var codingPath: [any CodingKey] { decoder.codingPath }

  var allKeys: [Key] {
    var keys: [Key] = []
    decoder.node.forEachChild { key, _ in
      if let text = decoder.keys.text(key), let key = Key(stringValue: text) { keys.append(key) }
    }
    return keys
  }

  func contains(_ key: Key) -> Bool { (try? decoder.child(key))?.node.exists ?? false }
  func decodeNil(forKey key: Key) throws -> Bool { !contains(key) }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try decoder.child(key).unbox(type) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try decoder.child(key).unbox(type) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try decoder.child(key).unbox(type) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try decoder.child(key).unbox(type) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try decoder.child(key).integer(type) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try decoder.child(key).integer(type) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try decoder.child(key).integer(type) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try decoder.child(key).integer(type) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try decoder.child(key).integer(type) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try decoder.child(key).integer(type) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try decoder.child(key).integer(type) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try decoder.child(key).integer(type) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try decoder.child(key).integer(type) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try decoder.child(key).integer(type) }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try decoder.child(key).unbox(type) }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
    let child = try decoder.child(key)
    // What the encoder writes for a container without content.
    if case .bool(true)? = child.node.scalar { return KeyedDecodingContainer(KeyedTreeDecoding<Nested, Node>(decoder: child)) }
    return try child.container(keyedBy: type)
  }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { try decoder.child(key).unkeyedContainer() }
  func superDecoder() throws -> any Decoder { try decoder.child(SuperKey.super) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder.child(key) }
}

/// A branch read as a list. Any branch whose keys are all indices will do, so that arrays of optionals with many gaps come
/// back, up to a number of free places that keeps a hostile `{"9999999": 1}` harmless.
struct ListTreeDecoding<Node: TreeReading>: UnkeyedDecodingContainer {
  private let decoder: DecodingNode<Node>
  private let length: Int
  private(set) var currentIndex = 0
  var codingPath: [any CodingKey] { decoder.codingPath }

  private static var mostFreePlaces: Int { 10_000 }

  init(decoder: DecodingNode<Node>) throws {
    self.decoder = decoder
    if decoder.node.scalar != nil { throw decoder.mismatch([Any].self, "a list") }
    let count = decoder.node.count
    guard count > 0 else {
      length = 0
      return
    }
    var largest = -1
    try decoder.node.forEachChild { key, _ in
      guard let index = key.listIndex else { throw decoder.mismatch([Any].self, "a list, whose keys are 0, 1, 2 and so on,") }
      largest = max(largest, index)
    }
    guard largest < count + Self.mostFreePlaces else {
      throw decoder.corrupted("a list of \(count) elements has the index \(largest); decode a dictionary with integer keys")
    }
    length = largest + 1
  }

  var count: Int? { length }
  var isAtEnd: Bool { currentIndex >= length }

  private func current() throws -> DecodingNode<Node> {
    guard !isAtEnd else { throw decoder.corrupted("the list has only \(length) elements") }
    return decoder.at(decoder.node.child(TreeKey(listIndex: currentIndex)), IndexKey(currentIndex))
  }

  private mutating func advance<Value>(_ read: (DecodingNode<Node>) throws -> Value) throws -> Value {
    let value = try read(try current())
    currentIndex += 1
    return value
  }

  mutating func decodeNil() throws -> Bool {
    guard try !current().node.exists else { return false }
    currentIndex += 1
    return true
  }
  mutating func decode(_ type: Bool.Type) throws -> Bool { try advance { try $0.unbox(type) } }
  mutating func decode(_ type: String.Type) throws -> String { try advance { try $0.unbox(type) } }
  mutating func decode(_ type: Double.Type) throws -> Double { try advance { try $0.unbox(type) } }
  mutating func decode(_ type: Float.Type) throws -> Float { try advance { try $0.unbox(type) } }
  mutating func decode(_ type: Int.Type) throws -> Int { try advance { try $0.integer(type) } }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try advance { try $0.integer(type) } }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try advance { try $0.integer(type) } }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try advance { try $0.integer(type) } }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try advance { try $0.integer(type) } }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try advance { try $0.integer(type) } }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try advance { try $0.integer(type) } }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try advance { try $0.integer(type) } }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try advance { try $0.integer(type) } }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try advance { try $0.integer(type) } }
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try advance { try $0.unbox(type) } }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
    try advance { try $0.container(keyedBy: type) }
  }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try advance { try $0.unkeyedContainer() } }
  mutating func superDecoder() throws -> any Decoder { try advance { $0 } }
}

struct SingleTreeDecoding<Node: TreeReading>: SingleValueDecodingContainer {
  let decoder: DecodingNode<Node>
  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { !decoder.node.exists }
  func decode(_ type: Bool.Type) throws -> Bool { try decoder.unbox(type) }
  func decode(_ type: String.Type) throws -> String { try decoder.unbox(type) }
  func decode(_ type: Double.Type) throws -> Double { try decoder.unbox(type) }
  func decode(_ type: Float.Type) throws -> Float { try decoder.unbox(type) }
  func decode(_ type: Int.Type) throws -> Int { try decoder.integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try decoder.integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try decoder.integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try decoder.integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try decoder.integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try decoder.integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try decoder.integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try decoder.integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try decoder.integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try decoder.integer(type) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.unbox(type) }
}
